// Start the page: its words first, then who looks at it and the live table.

import "./title.js";
import "./language.js";
import "./nav.js";
import "./flags.js";
import "./told.js";
import "./phase.js";
import "./faults.js";
import "./actions.js";
import "./board.js";
import "./facts.js";
import "./table_page.js";
import "./hand_page.js";
import "./wall_page.js";
import "./faults_page.js";
import "./statistics_page.js";
import "./service_page.js";
import "./settings_page.js";
import "./people_page.js";
import "./first_page.js";
import "./first_notice.js";
import "./stop.js";
import "./record.js";
import * as live from "./live.js";
import * as me from "./me.js";
import * as route from "./route.js";
import * as words from "./words.js";

words.whenChanged((language) => live.listen(language));
words.load(words.chosen());
route.start();
me.refresh();
