//! Enums that have words: each variant in one row, with its word and its meaning, which documents it. And tables: each field in
//! one row, with its usual value.

/// Declares enums, each variant with its meaning; the first is the default.
macro_rules! meanings {
    ($($(#[$doc:meta])* $name:ident { $first:ident = $of_first:literal, $($variant:ident = $meaning:literal,)* })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
        pub enum $name {
            #[doc = $of_first]
            #[default]
            $first,
            $(#[doc = $meaning] $variant),*
        }
    )+};
}

/// Declares enums, each variant with its word in files and reports and its meaning.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident $word:literal = $meaning:literal,)+ })+) => {$(
        $crate::words::meanings! { $(#[$doc])* $name { $($variant = $meaning,)+ } }

        impl $name {
            /// Every one, in the order of reports; `as usize` is its place here.
            pub const ALL: [Self; Self::WORDS.len()] = [$(Self::$variant),+];

            /// The words of all.
            pub const WORDS: [&str; [$($word),+].len()] = [$($word),+];

            /// Returns its word in files and reports.
            pub const fn name(self) -> &'static str {
                Self::WORDS[self as usize]
            }

            /// Returns what it means.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning),+ }
            }
        }
    )+};
}

/// Declares readings of a text and other choices, each with its word in rulebooks and its meaning.
macro_rules! readings {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident $word:literal = $meaning:literal,)+ })+) => {$(
        $crate::words::meanings! { $(#[$doc])* $name { $($variant = $meaning,)+ } }

        impl $name {
            /// Every one, with its word in rulebooks.
            pub const ALL: &[(&str, Self)] = &[$(($word, Self::$variant)),+];

            /// Returns its word in rulebooks and reports.
            pub const fn name(self) -> &'static str {
                Self::ALL[self as usize].0
            }
        }
    )+};
}

/// Declares tables, each field with its default.
macro_rules! tables {
    ($($(#[$doc:meta])* $table:ident {
        $($(#[$of_field:meta])* $field:ident: $type:ty = $usual:expr,)+
    })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $table {
            $($(#[$of_field])* pub $field: $type),+
        }

        impl $table {
            /// The usual values.
            pub const USUAL: Self = Self { $($field: $usual),+ };
        }

        impl Default for $table {
            fn default() -> Self {
                Self::USUAL
            }
        }
    )+};
}

pub(crate) use {meanings, readings, tables, words};
