/* names.c - judges and compares people's names; what letters are is libunistring's knowledge. */
#include "server/names.h"

#include "server/limits.h"

#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

enum { MARKS_MAX = 2, ROOM = 512 };

/* A letter that nobody sees, or that changes how others are shown: controls, formats (direction, joiners, tags), private,
 * unassigned, line ends, fillers and variation selectors. */
static bool is_hidden(ucs4_t letter)
{
    static const uint32_t hidden = UC_CATEGORY_MASK_C | UC_CATEGORY_MASK_Zl | UC_CATEGORY_MASK_Zp;
    return uc_is_general_category_withtable(letter, hidden) ||
           uc_is_property(letter, UC_PROPERTY_DEFAULT_IGNORABLE_CODE_POINT) || letter == 0x2800;
}

const char *name_clean(const char *wanted, char *name, size_t room)
{
    uint8_t whole[ROOM]; /* composing makes a text at most three times as long */
    size_t n = ROOM, out = 0, letters = 0, marks = 0;
    ucs4_t letter;
    bool blank = false;
    if (u8_check((const uint8_t *)wanted, strlen(wanted)))
        return "a name is text in UTF-8";
    if (strlen(wanted) > ROOM / 4 || !u8_normalize(UNINORM_NFC, (const uint8_t *)wanted, strlen(wanted), whole, &n))
        return "this name is too long";
    name[0] = 0;
    for (size_t at = 0, step; at < n; at += step) {
        step = (size_t)u8_mbtouc(&letter, whole + at, n - at);
        if (is_hidden(letter))
            return "this name has letters that can't be seen";
        if (uc_is_property_white_space(letter)) {
            blank = letters > 0;
            continue;
        }
        const bool mark = uc_is_general_category_withtable(letter, UC_CATEGORY_MASK_M);
        marks = mark ? marks + 1 : 0;
        if (marks > MARKS_MAX || (mark && !letters))
            return "this name has too many marks on a letter";
        letters += (size_t)(mark ? 0 : 1) + blank;
        if (letters > NAME_LETTERS_MAX || out + blank + step >= room)
            return "this name is too long";
        if (blank)
            name[out++] = ' ';
        blank = false;
        memcpy(name + out, whole + at, step);
        out += step;
        name[out] = 0;
    }
    return letters ? NULL : "a name is needed";
}

/* Letters of other scripts, and signs, that look like these; small letters, without accents. */
static const struct {
    ucs4_t letter;
    char looks;
} looks[] = {
    {'0', 'o'},   {'1', 'l'},   {'i', 'l'},   {'|', 'l'},   {'!', 'l'},    {'5', 's'},    {'$', 's'},    {'@', 'a'},
    {'3', 'e'},   {'8', 'b'},   {0x131, 'l'}, {0x142, 'l'}, {0xF8, 'o'},   {0x111, 'd'},  {0x127, 'h'},  {0x3B1, 'a'},
    {0x3B2, 'b'}, {0x3B5, 'e'}, {0x3B7, 'n'}, {0x3B9, 'l'}, {0x3BA, 'k'},  {0x3BC, 'u'},  {0x3BD, 'v'},  {0x3BF, 'o'},
    {0x3C1, 'p'}, {0x3C4, 't'}, {0x3C5, 'u'}, {0x3C7, 'x'}, {0x3C9, 'w'},  {0x3C3, 'o'},  {0x430, 'a'},  {0x432, 'b'},
    {0x433, 'r'}, {0x435, 'e'}, {0x437, 'e'}, {0x43A, 'k'}, {0x43C, 'm'},  {0x43D, 'h'},  {0x43E, 'o'},  {0x43F, 'n'},
    {0x440, 'p'}, {0x441, 'c'}, {0x442, 't'}, {0x443, 'y'}, {0x445, 'x'},  {0x44C, 'b'},  {0x455, 's'},  {0x456, 'l'},
    {0x458, 'j'}, {0x4BB, 'h'}, {0x501, 'd'}, {0x51B, 'q'}, {0x51D, 'w'},  {0x565, 't'},  {0x578, 'n'},  {0x57D, 'u'},
    {0x585, 'o'}, {0x581, 'g'}, {0x2C9, '-'}, {'_', '-'},   {0x2010, '-'}, {0x2013, '-'}, {0x2014, '-'}, {'.', '-'},
};

static ucs4_t look_of(ucs4_t letter)
{
    for (size_t k = 0; k < COUNT(looks); k++)
        if (looks[k].letter == letter)
            return (ucs4_t)looks[k].looks;
    return letter;
}

/* What a name looks like: its letters without case, marks and blanks, each as the simplest that looks so. */
static size_t look(const char *name, ucs4_t out[static ROOM])
{
    size_t n = 0, letters = 0;
    ucs4_t letter;
    uint8_t *folded = u8_casefold((const uint8_t *)name, strlen(name), NULL, UNINORM_NFKD, NULL, &n);
    for (size_t at = 0; folded && at < n && letters < ROOM;) {
        at += (size_t)u8_mbtouc(&letter, folded + at, n - at);
        if (!uc_is_general_category_withtable(letter, UC_CATEGORY_MASK_M) && !uc_is_property_white_space(letter))
            out[letters++] = look_of(letter);
    }
    free(folded);
    return letters;
}

bool name_alike(const char *a, const char *b)
{
    ucs4_t first[ROOM], second[ROOM];
    const size_t n = look(a, first), m = look(b, second);
    return n == m && !memcmp(first, second, n * sizeof first[0]);
}
