//! Rows as values: struct and columns in one declaration.

use super::{Cell, Schema};

/// A row of a table, as [`rows!`](crate::rows) declares it.
pub trait Row {
    /// File, meaning and columns.
    const SCHEMA: &'static Schema;

    /// Returns a cell for each column.
    fn cells(&self) -> Vec<Cell>;
}

/// Declares structs that are rows of tables or objects in JSON. The comment on the struct says what a row is, the comment on a
/// field what its column means. After the field comes its [`Kind`](crate::table::Kind), then its name in CSV if that differs
/// (`as "change"`), and `[in_json]` if only JSON has it. The structs have defaults, and serialize and deserialize by their
/// columns; the declaring crate needs `serde`.
///
/// ```
/// skirmish_report::rows! {
///     /// How often a side wins.
///     pub struct WinRow in "wins.csv" {
///         /// The side.
///         pub side: String => Text,
///         /// Share of games.
///         pub share: f64 => Share,
///         /// Its interval.
///         pub interval: Option<(f64, f64)> => Interval("ci_low", "ci_high"),
///         /// How many times as many games would be needed otherwise.
///         pub gain: f64 => Share [in_json],
///     }
/// }
/// let row = WinRow { side: "Raiders".to_owned(), share: 0.5, interval: Some((0.4, 0.6)), gain: 2.0 };
/// let csv = skirmish_report::table::Table::of(&[row]).csv()?;
/// assert_eq!(csv, b"side,share,ci_low,ci_high\nRaiders,0.5,0.4,0.6\n");
/// # Ok::<(), skirmish_report::ReportError>(())
/// ```
#[macro_export]
macro_rules! rows {
    ($(
        $(#[doc = $about:literal])* $(#[derive($($derive:ident),*)])?
        pub struct $name:ident $(in $file:literal)? {
            $(
                $(#[doc = $meaning:literal])*
                pub $field:ident: $type:ty
                    => $kind:ident $(($($of:expr),*))? $(as $head:literal)? $([$shown:ident])?
            ),* $(,)?
        }
    )*) => {$(
        $(#[doc = $about])*
        #[derive(Debug, Clone, PartialEq, Default, ::serde::Deserialize $($(, $derive)*)?)]
        pub struct $name {
            $($(#[doc = $meaning])* #[serde(default)] pub $field: $type,)*
        }

        impl $crate::table::Row for $name {
            const SCHEMA: &'static $crate::table::Schema = &$crate::table::Schema {
                file: concat!($($file)?),
                about: concat!($($about),*),
                columns: &[$(
                    $crate::table::Column::new(
                        stringify!($field),
                        $crate::table::Kind::$kind $(($($of),*))?,
                        concat!($($meaning),*),
                    )$(.headed($head))?$(.$shown())?
                ),*],
            };

            fn cells(&self) -> Vec<$crate::table::Cell> {
                vec![$($crate::table::Cell::from(self.$field.clone())),*]
            }
        }

        impl From<$name> for $crate::table::Cell {
            fn from(row: $name) -> Self {
                Self::Record($crate::table::Row::cells(&row))
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::table::serialize(self, serializer)
            }
        }
    )*};
}

/// Serializes a row as an object, for the implementation of `Serialize` by [`rows!`](crate::rows).
///
/// # Errors
/// Errors of the serializer.
pub fn serialize<R: Row, S: serde::Serializer>(row: &R, serializer: S) -> Result<S::Ok, S::Error> {
    let cells = row.cells();
    serde::Serialize::serialize(&super::write::Object(R::SCHEMA.columns, &cells), serializer)
}
