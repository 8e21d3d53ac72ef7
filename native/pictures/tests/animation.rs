//! Animations as other programs read them.

use gif::{ColorOutput, DecodeOptions, DisposalMethod};
use playout_pictures::{Animation, Error, limits};

const WHITE: [u8; 3] = [255; 3];
const RED: [u8; 3] = [200, 20, 10];
const GREEN: [u8; 3] = [0, 128, 0];

fn document(width: u32, height: u32, content: &str) -> String {
    let size = format!("width='{width}' height='{height}'");
    format!("<svg xmlns='http://www.w3.org/2000/svg' {size}>{content}</svg>")
}

/// A drawing of 40 × 30 pixels with squares of 10 pixels, each with its place and colour.
fn squares(squares: &[(u32, u32, [u8; 3])]) -> String {
    let square = |(x, y, [red, green, blue]): &(u32, u32, [u8; 3])| {
        let colour = format!("rgb({red} {green} {blue})");
        format!("<rect x='{x}' y='{y}' width='10' height='10' fill='{colour}'/>")
    };
    document(40, 30, &squares.iter().map(square).collect::<String>())
}

fn animation(documents: &[String]) -> Vec<u8> {
    let mut animation = Animation::new(100);
    for document in documents {
        animation.add(document).expect("it can be drawn");
    }
    assert_eq!(animation.frames(), documents.len());
    let mut bytes = Vec::new();
    animation.write(&mut bytes).expect("memory can be written");
    bytes
}

/// A frame as the file stores it, and what is on the screen when it is shown.
struct Shown {
    place: (u16, u16, u16, u16),
    delay: u16,
    screen: Vec<[u8; 3]>,
}

fn shown(bytes: &[u8]) -> (u16, Vec<Shown>) {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let (wide, high) = (decoder.width(), decoder.height());
    let mut screen = vec![[1, 2, 3]; usize::from(wide) * usize::from(high)];
    let mut all = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        assert_eq!(frame.dispose, DisposalMethod::Keep);
        assert!(frame.palette.is_none(), "all frames share one palette");
        let pixels = frame.buffer.chunks_exact(4);
        for (index, pixel) in pixels.enumerate().filter(|(_, pixel)| pixel[3] != 0) {
            let (x, y) = (index % usize::from(frame.width), index / usize::from(frame.width));
            let (x, y) = (x + usize::from(frame.left), y + usize::from(frame.top));
            screen[y * usize::from(wide) + x] = [pixel[0], pixel[1], pixel[2]];
        }
        let place = (frame.left, frame.top, frame.width, frame.height);
        all.push(Shown { place, delay: frame.delay, screen: screen.clone() });
    }
    (wide, all)
}

fn refusal(document: &str) -> String {
    Animation::new(100).add(document).expect_err("it is refused").to_string()
}

#[test]
fn frames_contain_only_what_changes() {
    let bytes = animation(&[
        squares(&[(10, 10, RED)]),
        squares(&[(10, 10, RED), (20, 0, GREEN)]),
        squares(&[(20, 0, GREEN)]),
    ]);
    let (wide, frames) = shown(&bytes);
    let places: Vec<_> = frames.iter().map(|it| it.place).collect();
    assert_eq!(places, [(0, 0, 40, 30), (20, 0, 10, 10), (10, 10, 10, 10)]);
    assert_eq!(frames.iter().map(|it| it.delay).collect::<Vec<_>>(), [10, 10, 40]);
    let at = |frame: usize, x: usize, y: usize| frames[frame].screen[y * usize::from(wide) + x];
    assert_eq!([at(0, 15, 15), at(0, 25, 5), at(0, 0, 0)], [RED, WHITE, WHITE]);
    assert_eq!([at(1, 15, 15), at(1, 25, 5), at(1, 0, 0)], [RED, GREEN, WHITE]);
    assert_eq!([at(2, 15, 15), at(2, 25, 5), at(2, 0, 0)], [WHITE, GREEN, WHITE]);
}

#[test]
fn a_frame_that_changes_nothing_is_shown_longer() {
    let [one, two] = [squares(&[(0, 0, RED)]), squares(&[(0, 0, GREEN)])];
    let documents = [one.clone(), one.clone(), one, two.clone(), two];
    let (_, frames) = shown(&animation(&documents));
    assert_eq!(frames.iter().map(|it| it.delay).collect::<Vec<_>>(), [30, 50]);
}

#[test]
fn pixels_in_between_that_stay_are_transparent() {
    let corners = squares(&[(0, 0, RED), (30, 20, RED)]);
    let middle = (10, 10, GREEN);
    let bytes = animation(&[squares(&[middle]), squares(&[(0, 0, RED), middle, (30, 20, RED)])]);
    let (wide, frames) = shown(&bytes);
    assert_eq!(frames[1].place, (0, 0, 40, 30));
    assert_eq!(frames[1].screen[15 * usize::from(wide) + 15], GREEN);
    let alone = animation(&[corners]);
    assert!(bytes.len() < 2 * alone.len(), "{} and {} bytes", bytes.len(), alone.len());
}

#[test]
fn many_colours_become_a_palette() {
    let gradient = "<linearGradient id='a'><stop stop-color='#f04'/>\
        <stop offset='1' stop-color='#0f8'/></linearGradient>\
        <linearGradient id='b' x2='0' y2='1'><stop stop-color='#000' stop-opacity='0'/>\
        <stop offset='1' stop-color='#00f'/></linearGradient>\
        <rect width='300' height='300' fill='url(#a)'/>\
        <rect width='300' height='300' fill='url(#b)'/>";
    let (_, frames) = shown(&animation(&[document(300, 300, gradient)]));
    let mut colours = frames[0].screen.clone();
    colours.sort_unstable();
    colours.dedup();
    assert!((200..=255).contains(&colours.len()), "{} colours", colours.len());
    // From red in the corner to blue at the bottom.
    let [red, green, blue] = frames[0].screen[0];
    assert!(red > 220 && green < 30 && blue < 90, "{red} {green} {blue}");
    let [red, green, blue] = frames[0].screen[299 * 300];
    assert!(red < 20 && green < 20 && blue > 235, "{red} {green} {blue}");
}

#[test]
fn refused_frames_change_nothing() {
    let one = squares(&[(0, 0, RED)]);
    let mut changed = Animation::new(100);
    changed.add(&one).expect("it can be drawn");
    for (document, error) in [
        ("rubbish".to_owned(), "frame 2: it is not well-formed XML: "),
        (document(41, 30, ""), "frame 2: it is 41 × 30 pixels large, but the first one 40 × 30"),
        (document(40, 30, "<text>a</text>"), "frame 2: <text> cannot be drawn; draw text as paths"),
    ] {
        let refused: Error = changed.add(&document).expect_err("it is refused");
        assert!(refused.to_string().starts_with(error), "{refused}");
        assert_eq!(refused.frame(), 2);
    }
    let mut bytes = Vec::new();
    changed.write(&mut bytes).expect("memory can be written");
    assert_eq!(bytes, animation(&[one]));
}

#[test]
fn sizes_are_limited() {
    let most = limits::SIDE;
    let error = |side| format!("frame 1: its {side} must be a number of pixels from 1 to {most}");
    assert_eq!(Animation::new(100).add(&document(most, most, "")), Ok(()));
    assert_eq!(refusal(&document(most + 1, 1, "")), error("width"));
    assert_eq!(refusal(&document(1, most + 1, "")), error("height"));
    assert_eq!(refusal(&document(0, 1, "")), error("width"));
    assert_eq!(refusal("<svg xmlns='http://www.w3.org/2000/svg' width='5%'/>"), error("width"));

    let padded = |bytes| document(1, 1, &" ".repeat(bytes - document(1, 1, "").len()));
    assert_eq!(Animation::new(100).add(&padded(limits::FRAME_BYTES)), Ok(()));
    let error = format!("frame 1: it has more than {} bytes", limits::FRAME_BYTES);
    assert_eq!(refusal(&padded(limits::FRAME_BYTES + 1)), error);
}

#[test]
fn what_would_take_too_long_is_refused() {
    let reach = "frame 1: it reaches more than 20000 pixels from its corner";
    let rect = "<rect width='90' height='90' ";
    let far = format!("{rect} transform='translate(9000) scale(9000)'/>");
    assert_eq!(refusal(&document(40, 30, &far)), reach);
    let scaled = format!("<g transform='scale(999)'><g transform='scale(999)'>{rect}/></g></g>");
    assert_eq!(refusal(&document(40, 30, &scaled)), reach);
    let wide = "<path d='M0 0H5' stroke='red' stroke-width='9999' transform='scale(9)'/>";
    assert_eq!(refusal(&document(40, 30, wide)), reach);

    let layers = |count: usize| {
        let groups = "<g opacity='0.5'>".repeat(count);
        document(40, 30, &format!("{groups}{rect}/>{rect}/>{}", "</g>".repeat(count)))
    };
    assert_eq!(Animation::new(100).add(&layers(limits::LAYERS)), Ok(()));
    let error = "frame 1: more than 6 groups with an opacity are nested";
    assert_eq!(refusal(&layers(limits::LAYERS + 1)), error);
}

#[test]
fn the_number_of_frames_is_limited() {
    let mut animation = Animation::new(100);
    let one = document(1, 1, "");
    for _ in 0..limits::FRAMES {
        animation.add(&one).expect("it can be drawn");
    }
    let error = animation.add(&one).expect_err("it is refused");
    assert_eq!(
        error.to_string(),
        format!("frame {}: there may be at most 1000", limits::FRAMES + 1)
    );
}

#[test]
fn all_frames_together_are_limited() {
    let fits = limits::PIXELS / (limits::SIDE * limits::SIDE) as usize;
    let mut animation = Animation::new(100);
    let one = document(limits::SIDE, limits::SIDE, "");
    for _ in 0..fits {
        animation.add(&one).expect("it can be drawn");
    }
    let error = animation.add(&one).expect_err("it is refused").to_string();
    assert!(error.ends_with("all frames together have more than 250000000 pixels"), "{error}");
}

#[test]
fn what_changes_is_limited() {
    let fits = limits::CHANGED_PIXELS / (limits::SIDE * limits::SIDE) as usize;
    let mut animation = Animation::new(100);
    let flash = |index| {
        let colour = if index % 2 == 0 { "#fff" } else { "#000" };
        let rect = format!("<rect width='100%' height='100%' fill='{colour}'/>");
        document(limits::SIDE, limits::SIDE, &rect)
    };
    for index in 0..fits {
        animation.add(&flash(index)).expect("it can be drawn");
    }
    let error = animation.add(&flash(fits)).expect_err("it is refused").to_string();
    assert!(error.ends_with("more than 50000000 pixels change"), "{error}");
    // What changes little still fits.
    let same = flash(fits - 1);
    assert_eq!(animation.add(&same), Ok(()));
}

#[test]
fn delays_are_rounded_and_limited() {
    let delay = |milliseconds| {
        let mut animation = Animation::new(milliseconds);
        animation.add(&squares(&[(0, 0, RED)])).expect("it can be drawn");
        animation.add(&squares(&[])).expect("it can be drawn");
        let mut bytes = Vec::new();
        animation.write(&mut bytes).expect("memory can be written");
        shown(&bytes).1[0].delay
    };
    assert_eq!([delay(0), delay(20), delay(25), delay(800)], [2, 2, 3, 80]);
    assert_eq!([delay(10_000), delay(u16::MAX)], [1_000, 1_000]);
}

#[test]
fn nothing_is_written_without_frames() {
    assert_eq!(animation(&[]), []);
}
