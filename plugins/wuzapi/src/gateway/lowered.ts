const deepest = 24

/**
 * The same value with the names of all fields in lower case. What whatsmeow and the gateway write is spelled by Go's
 * rules, which changed over time: `URL`, `Url` and `url`, `stanzaID` and `stanzaId`. Pure; what lies deeper than a
 * message can is left out.
 */
export function lowered(value: unknown, depth = 0): unknown {
  if (depth > deepest) return undefined
  if (Array.isArray(value)) return value.map((entry) => lowered(entry, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [name.toLowerCase(), lowered(content, depth + 1)]),
  )
}
