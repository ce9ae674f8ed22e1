/* race_presets.c - the rule sets of rules.md, each as what changes from its parent.
 *
 * A set without a parent changes the defaults of race_rules.def. A test holds all values against rulesets.json. */
#include "core/race.h"

const struct race_preset race_presets[] = {
    {"ludo", NULL, 2, 8,
     "enter_blocked_by_enemy_pair=yes block=enemy-pair safe_squares=starts+stars capture_reward=roll "
     "six_extra_when_stuck=no triple_six=cancel"},
    {"ludo-relance", "ludo", 2, 8,
     "enter_capture=never enter_blocked_by_enemy_pair=no home_reward=roll six_extra_when_stuck=yes"},
    {"parchis", NULL, 2, 8,
     "board=parchis17 direction=ccw enter_on=5 enter_mandatory=yes enter_capture=when-full capacity=2 "
     "own_sharing=pair block=everyone-pair safe_squares=shelters capture_reward=steps20 home_reward=steps10 "
     "corridor_rule=pair six_counts=7-if-base-empty six_opens_barrier=yes triple_six=cancel+last-home "
     "ranking=distance"},
    {"parchis-salida", "parchis", 2, 8, "start_out=1"},
    {"petits-chevaux", NULL, 2, 8, "board=french14 own_sharing=forbid corridor_rule=single-no-jump slot_jump=no"},
    {"petits-chevaux-barrages", "petits-chevaux", 2, 8,
     "enter_blocked_by_enemy_pair=yes own_sharing=share block=enemy-pair"},
    {"petits-chevaux-escalier", "petits-chevaux", 2, 4, "corridor_rule=ladder finish=bounce slot_jump=yes"},
    {"ludo-danish", NULL, 2, 4,
     "block_land=attacker-home block_pass=free safe_squares=globes safe_effect=attacker-home finish=bounce "
     "none_on_course=three-tries star_jump=yes"},
    {"ludo-german", NULL, 2, 4,
     "board=forty10 enter_mandatory=yes vacate_start=yes own_sharing=forbid corridor_rule=slots finish_mode=slots "
     "none_on_course=three-tries"},
    {"fia", NULL, 2, 4,
     "board=forty10 enter_on=1,6 own_sharing=forbid own_pass=no corridor_rule=slots finish_mode=slots finish=bounce "
     "slot_jump=no six_enters_two_or_sixth=yes"},
    {"eile-mit-weile", NULL, 2, 4,
     "board=parchis17 direction=ccw enter_on=5 enter_blocked_by_enemy_pair=yes block=enemy-pair block_where=safe-only "
     "safe_squares=shelters capture_on_pass=yes finish=bounce six_counts=12 triple_six=all-unsafe-home"},
    {"parchis-american", NULL, 2, 4,
     "board=parchis17 direction=ccw dice=2d6 enter_on=5 enter_mandatory=yes enter_capture=lone "
     "enter_blocked_by_enemy_pair=yes capacity=2 own_sharing=pair block=everyone-pair safe_squares=shelters "
     "safe_effect=no-landing capture_reward=steps20 home_reward=steps10 corridor_rule=pair six_counts=14-on-doubles "
     "triple_six=cancel+furthest-home"},
    {"pachisi", NULL, 4, 4,
     "board=pachisi17 direction=ccw dice=cowries6 enter_on=6,10,25 enter_blocked_by_enemy_pair=yes "
     "block_land=capture-all block_pass=free safe_squares=castles safe_effect=no-landing capture_reward=roll "
     "move_optional=yes first_enters_on_any=yes play_on=team ranking=team teams=2x2"},
    {"uckers", NULL, 4, 4, "dice=2d6 enter_blocked_by_enemy_pair=yes block=enemy-pair teams=2x2"},
};
const unsigned race_n_presets = COUNT(race_presets);
