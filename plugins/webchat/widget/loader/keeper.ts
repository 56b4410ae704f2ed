/**
 * Keeps one text for the frame in the site's own storage, which browsers do not partition or block as they do a
 * frame's.
 */
export interface Keeper {
  read(): string | undefined
  write(state: string | undefined): void
}

/** Where storage is forbidden, the text lives as long as the page. */
export function createKeeper(connection: string, storage: () => Storage): Keeper {
  const key = `recado.webchat.${connection}`
  let memory: string | undefined
  return {
    read() {
      try {
        return storage().getItem(key) ?? undefined
      } catch {
        return memory
      }
    },
    write(state) {
      memory = state
      try {
        if (state === undefined) storage().removeItem(key)
        else storage().setItem(key, state)
      } catch {
        // Blocked or full: memory has it.
      }
    },
  }
}
