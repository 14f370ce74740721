// Start the page: its words first, then the live table.

import "./title.js";
import "./language.js";
import "./flags.js";
import "./phase.js";
import "./faults.js";
import "./board.js";
import "./facts.js";
import "./stop.js";
import * as live from "./live.js";
import * as words from "./words.js";

words.whenChanged((language) => live.listen(language));
words.load(words.chosen());
