const shownAlways: readonly unknown[] = ['error', 'fatal']
const known = ['level', 'at', 'plugin', 'message', 'err']

/**
 * A line of the product's log as its author reads it: what the plugin says, and errors of anything. Undefined for other
 * lines; what is no JSON is shown as it is.
 */
export function pluginLine(line: string, id: string): string | undefined {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line) as Record<string, unknown>
  } catch {
    return line.trim() === '' ? undefined : line
  }
  if (entry['plugin'] !== id && !shownAlways.includes(entry['level'])) return undefined
  const { err } = entry as { err?: { stack?: string; message?: string } }
  const more = Object.fromEntries(Object.entries(entry).filter(([key]) => !known.includes(key)))
  return [
    `${String(entry['level'])}: ${String(entry['message'])}`,
    ...(Object.keys(more).length > 0 ? [JSON.stringify(more)] : []),
    ...(err ? [err.stack ?? err.message ?? ''] : []),
  ].join(' ')
}
