/**
 * Functions of the product that answer from a table and do nothing else. A test that calls no other function of the
 * product reads a catalogue. No rule can tell these from functions that compute, so the list is kept by hand: whoever
 * adds one says why.
 */
export const lookups: ReadonlyMap<string, string> = new Map([['tierOfPath', 'reads the table of screens with a tier']])
