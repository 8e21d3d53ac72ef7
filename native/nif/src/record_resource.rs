use playout_games::{Error, Game, Played, Record, Snapshot, with_game};
use rustler::Resource;

use crate::guarded::Guarded;

/// A record of any game.
trait Playable: Send {
    fn play(&mut self, text: &str) -> Result<Snapshot, Error>;
    fn played(&self) -> Vec<Played>;
    fn snapshot(&self, last: Option<Played>) -> Snapshot;
}

impl<G: Game> Playable for Record<G> {
    fn play(&mut self, text: &str) -> Result<Snapshot, Error> {
        Snapshot::after(self, text)
    }

    fn played(&self) -> Vec<Played> {
        Played::all(self)
    }

    fn snapshot(&self, last: Option<Played>) -> Snapshot {
        Snapshot::new(self, last)
    }
}

/// A record that the process of a match holds, so that playing a move does not replay the whole
/// history. It is gone once it has panicked. It is small, so the garbage collector may free it on
/// any scheduler.
pub(crate) struct RecordResource(Guarded<Stamped>);

struct Stamped {
    record: Box<dyn Playable>,
    /// How many moves have been played on it. A call with an older stamp refers to an earlier state
    /// of the record.
    stamp: u64,
}

#[rustler::resource_impl]
impl Resource for RecordResource {}

impl RecordResource {
    pub(crate) fn open(game: &str, start: &str, moves: Vec<&str>) -> Result<Self, Error> {
        let record: Result<Box<dyn Playable>, Error> =
            with_game!(game, G => Box::new(Record::<G>::from_texts(Some(start), moves)?));
        Ok(Self(Guarded::new(Stamped { record: record?, stamp: 0 })))
    }

    /// A snapshot of the record, and all its moves; `None` once it is gone.
    pub(crate) fn snapshot(&self) -> Option<(Snapshot, Vec<Played>)> {
        self.0.with(|stamped| {
            let played = stamped.record.played();
            (stamped.record.snapshot(played.last().cloned()), played)
        })
    }

    /// Plays a move on the record with a given stamp and returns the new stamp; `None` if the
    /// record has another stamp or is gone.
    pub(crate) fn play(&self, stamp: u64, text: &str) -> Result<Option<(u64, Snapshot)>, Error> {
        let play = |stamped: &mut Stamped| {
            if stamped.stamp != stamp {
                return Ok(None);
            }
            let snapshot = stamped.record.play(text)?;
            stamped.stamp += 1;
            Ok(Some((stamped.stamp, snapshot)))
        };
        self.0.with(play).unwrap_or(Ok(None))
    }

    /// For tests: calls a function while holding the record.
    #[cfg(feature = "testing")]
    pub(crate) fn hold(&self, work: impl FnOnce()) {
        self.0.with(|_| work());
    }
}
