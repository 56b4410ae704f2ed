/** A logger for Baileys' own helpers, whose words nobody reads here. */
export const quiet = {
  level: 'silent',
  child: () => quiet,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
