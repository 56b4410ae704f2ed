import { RE2JS } from 're2js'
import { maxPatternLength } from './limits.ts'

/* Regular expressions of authors, run over what customers write: RE2 needs time in proportion to the text, whatever the
   expression is, and knows no lookaround or back references, which cannot have that. */

/** Longest text that is matched. */
const maxMatchedLength = 4_000

const compiled = new Map<string, RE2JS | null>()

function compile(pattern: string): RE2JS | null {
  if (pattern.length > maxPatternLength) return null
  const kept = compiled.get(pattern)
  if (kept !== undefined) return kept
  let engine: RE2JS | null
  try {
    engine = RE2JS.compile(pattern)
  } catch {
    engine = null
  }
  // Patterns of all companies pass here: what was not used lately is compiled again.
  if (compiled.size >= 500) compiled.delete(compiled.keys().next().value!)
  compiled.set(pattern, engine)
  return engine
}

/** Whether this is an expression that can be used. */
export const isPattern = (pattern: string): boolean => compile(pattern) !== null

/** Whether the whole text is what the expression describes; false for one that cannot be used. */
export const matchesPattern = (pattern: string, text: string): boolean =>
  text.length <= maxMatchedLength && (compile(pattern)?.matcher(text).matches() ?? false)
