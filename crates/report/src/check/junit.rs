//! JUnit XML, as build servers read it: <https://github.com/testmoapp/junitxml> collects what they agree on.

use std::io;

use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::{ElementWriter, Writer};

use super::{Broken, Check, Finding, UNASKED, Verdict};
use crate::{ReportError, safe_text};

/// A test case for each finding. What was inconclusive counts as skipped: it neither holds nor fails. So does a scenario of
/// which nothing was asked.
///
/// # Errors
/// [`ReportError::Xml`] if the writer fails; it writes to memory, so it does not.
pub fn junit(check: &Check) -> Result<Vec<u8>, ReportError> {
    let mut bytes = write(check).map_err(ReportError::Xml)?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn write(check: &Check) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let unasked = check.unasked.len();
    let errors = check.broken.len();
    let tests = (check.findings.len() + unasked + errors).to_string();
    let errors = errors.to_string();
    let failures = check.count(Verdict::Fail).to_string();
    let skipped = (check.count(Verdict::Inconclusive) + unasked).to_string();
    writer.create_element("testsuites").write_inner_content(|writer| {
        writer
            .create_element("testsuite")
            .with_attribute(("name", "skirmish check"))
            .with_attribute(("tests", tests.as_str()))
            .with_attribute(("failures", failures.as_str()))
            .with_attribute(("errors", errors.as_str()))
            .with_attribute(("skipped", skipped.as_str()))
            .write_inner_content(|writer| {
                check.findings.iter().try_for_each(|of| finding(writer, check, of))?;
                check.unasked.iter().try_for_each(|file| {
                    told(case(writer, file, "expectations", None), "skipped", UNASKED)
                })?;
                check.broken.iter().try_for_each(|Broken { file, line, message }| {
                    let element = case(writer, file, "the file can be read", *line);
                    told(element, "error", &safe_text(message))
                })?;
                if let Some(trust) = check.trust() {
                    let trust = BytesText::new(&trust);
                    writer.create_element("system-out").write_text_content(trust)?;
                }
                Ok(())
            })?;
        Ok(())
    })?;
    Ok(writer.into_inner())
}

/// A test case of a file, or of one of its lines.
fn case<'w>(
    writer: &'w mut Writer<Vec<u8>>,
    file: &str,
    name: &str,
    line: Option<usize>,
) -> ElementWriter<'w, Vec<u8>> {
    let file = safe_text(file);
    let line = line.map(|line| line.to_string());
    writer
        .create_element("testcase")
        .with_attribute(("classname", file.as_str()))
        .with_attribute(("name", safe_text(name).as_str()))
        .with_attribute(("file", file.as_str()))
        .with_attributes(line.as_deref().map(|line| ("line", line)))
}

fn finding(writer: &mut Writer<Vec<u8>>, check: &Check, finding: &Finding) -> io::Result<()> {
    let element = case(writer, &finding.file, &finding.subject(), Some(finding.line));
    let (tag, message) = match finding.verdict {
        Verdict::Pass => {
            element.write_empty()?;
            return Ok(());
        }
        Verdict::Fail => ("failure", check.whole_message(finding)),
        Verdict::Inconclusive => {
            ("skipped", format!("inconclusive: {}", check.whole_message(finding)))
        }
    };
    told(element, tag, &message)
}

/// Ends a test case that did not simply pass.
fn told(element: ElementWriter<'_, Vec<u8>>, tag: &str, message: &str) -> io::Result<()> {
    element.write_inner_content(|writer| {
        writer.create_element(tag).with_attribute(("message", message)).write_empty()?;
        Ok(())
    })?;
    Ok(())
}
