/** The SQLSTATE of a database error, found through drizzle's wrapping. */
export function sqlState(error: unknown): string | undefined {
  for (
    let current = error;
    typeof current === 'object' && current !== null;
    current = (current as { cause?: unknown }).cause
  ) {
    const code = (current as { code?: unknown }).code
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

/** The constraint a database error names. */
export function violatedConstraint(error: unknown): string | undefined {
  for (
    let current = error;
    typeof current === 'object' && current !== null;
    current = (current as { cause?: unknown }).cause
  ) {
    const name = (current as { constraint_name?: unknown }).constraint_name
    if (typeof name === 'string') return name
  }
  return undefined
}

export const uniqueViolation = '23505'
export const foreignKeyViolation = '23503'
