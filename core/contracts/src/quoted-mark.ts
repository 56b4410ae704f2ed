/**
 * The attribute with which a channel marks, in the HTML document of a letter, what it repeats of earlier letters below
 * its author's text. The shell folds it away until a reader asks for it. A channel removes it from letters that come in
 * with one of their own.
 */
export const quotedMark = 'data-quoted'
