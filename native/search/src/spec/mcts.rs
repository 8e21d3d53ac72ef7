use super::keys::Value;
use crate::{FinalChoice, MctsSettings, Policy, SearchGame};

/// The keys of `mcts` but for its limits and seed, as far as a spec gives
/// them. What is left out is what is tuned for the game, once it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct MctsKeys {
    c: Option<f64>,
    threshold: Option<u32>,
    policy: Option<Option<Policy>>,
    choice: Option<FinalChoice>,
    proofs: Option<bool>,
    memory: Option<u32>,
    threads: Option<u32>,
}

impl MctsKeys {
    /// The settings with which it plays a game. What is tuned goes with the
    /// game's policy: with another one the common values do better.
    pub(crate) fn in_game<G: SearchGame>(&self) -> MctsSettings {
        let tuned = G::MCTS;
        let is_usual = self.policy.is_none_or(|policy| policy == tuned.policy);
        let tuned = if is_usual { tuned } else { MctsSettings::default() };
        MctsSettings {
            c: self.c.unwrap_or(tuned.c),
            threshold: self.threshold.unwrap_or(tuned.threshold),
            policy: self.policy.unwrap_or(tuned.policy),
            choice: self.choice.unwrap_or(tuned.choice),
            proofs: self.proofs.unwrap_or(tuned.proofs),
            memory: self.memory.unwrap_or(tuned.memory),
            threads: self.threads.unwrap_or(tuned.threads),
        }
    }

    /// The keys of settings, each of them given.
    pub(super) fn of(settings: &MctsSettings) -> Self {
        Self {
            c: Some(settings.c),
            threshold: Some(settings.threshold),
            policy: Some(settings.policy),
            choice: Some(settings.choice),
            proofs: Some(settings.proofs),
            memory: Some(settings.memory),
            threads: Some(settings.threads),
        }
    }

    pub(super) fn set(&mut self, key: &str, value: Value) {
        use Value::{Decimal, Whole, Word};

        match (key, value) {
            ("c", Decimal(c)) => self.c = Some(c),

            ("threshold", Whole(visits)) => self.threshold = Some(visits as u32),
            ("policy", Word("uniform")) => self.policy = Some(Some(Policy::Uniform)),
            ("policy", Word("decisive")) => self.policy = Some(Some(Policy::Decisive)),
            ("policy", Word("mast")) => self.policy = Some(Some(Policy::Mast)),
            ("policy", Word("evaluation")) => self.policy = Some(None),
            ("choice", Word("visits")) => self.choice = Some(FinalChoice::Visits),
            ("choice", Word("win_less_loss")) => self.choice = Some(FinalChoice::WinLessLoss),
            ("proofs", Word(word)) => self.proofs = Some(word == "on"),
            ("memory", Whole(memory)) => self.memory = Some(memory as u32),
            ("threads", Whole(threads)) => self.threads = Some(threads as u32),
            // Those that make no difference.
            _ => {}
        }
    }

    /// What a key is set to, if it is.
    pub(super) fn get(&self, key: &str) -> Option<Value> {
        match key {
            "c" => self.c.map(Value::Decimal),

            "threshold" => self.threshold.map(|visits| Value::Whole(visits.into())),
            "policy" => self.policy.map(|policy| match policy {
                Some(Policy::Uniform) => Value::Word("uniform"),
                Some(Policy::Decisive) => Value::Word("decisive"),
                Some(Policy::Mast) => Value::Word("mast"),
                None => Value::Word("evaluation"),
            }),
            "choice" => self.choice.map(|choice| match choice {
                FinalChoice::Visits => Value::Word("visits"),
                FinalChoice::WinLessLoss => Value::Word("win_less_loss"),
            }),
            "proofs" => self.proofs.map(|proofs| Value::Word(if proofs { "on" } else { "off" })),
            "memory" => self.memory.map(|memory| Value::Whole(memory.into())),
            "threads" => self.threads.map(|threads| Value::Whole(threads.into())),
            _ => None,
        }
    }
}
