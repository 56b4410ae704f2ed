import type { ExternalChatId, HistoryEntry, HistoryPort, ShownAgent } from '@recado/contracts'

/** Conversations in memory, oldest entry first; tests add to them. */
export interface MemoryHistory extends HistoryPort {
  readonly chats: Map<ExternalChatId, HistoryEntry[]>
  /** Who attends a chat; nobody does where none is set. */
  readonly agents: Map<ExternalChatId, ShownAgent>
}

/** Makes an empty {@link MemoryHistory} with the paging of the product. */
export function memoryHistory(): MemoryHistory {
  const chats = new Map<ExternalChatId, HistoryEntry[]>()
  const agents = new Map<ExternalChatId, ShownAgent>()
  return {
    chats,
    agents,
    agentOf: async (chat) => agents.get(chat) ?? null,
    async read(chat, { after, before, limit }) {
      const entries = chats.get(chat) ?? []
      const count = Math.min(limit, 200)
      if (after !== undefined)
        return entries.slice(entries.findIndex(({ position }) => position === after) + 1).slice(0, count)
      const end = before === undefined ? -1 : entries.findIndex(({ position }) => position === before)
      return entries.slice(0, end < 0 ? entries.length : end).slice(-count)
    },
    async find(ids) {
      for (const id of ids)
        for (const [chat, entries] of chats) if (entries.some((entry) => entry.externalId === id)) return { chat, id }
      return undefined
    },
  }
}
