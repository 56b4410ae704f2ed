const key = 'recado.palette.recent'
const most = 6

/** Commands used last on this device, newest first. */
export function recentCommands(storage: Pick<Storage, 'getItem'> = localStorage): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

export function keepRecentCommand(id: string, storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage): void {
  storage.setItem(key, JSON.stringify([id, ...recentCommands(storage).filter((one) => one !== id)].slice(0, most)))
}
