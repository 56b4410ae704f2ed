import {
  channelOperations,
  Refusal,
  type ChannelOperation,
  type Connection,
  type ConnectionId,
  type CorePorts,
  type CoreUse,
  type ExternalChatId,
  type OperationAnswer,
  type OperationInput,
  type OperationOutput,
  type TicketId,
} from '@recado/contracts'

/** An operation that a plugin ran through a channel. */
export interface RunOperation {
  readonly connection: ConnectionId
  readonly operation: ChannelOperation
  readonly input: unknown
  readonly key?: string
}

/** Channels of a company as the test lays them out. */
export interface MemoryChannels {
  readonly connections: Array<
    Pick<Connection, 'id' | 'name' | 'type' | 'status'> & {
      readonly operations: readonly ChannelOperation[]
      /** How many choices it shows as buttons and as rows of a list; none without it. */
      readonly choices?: { readonly buttons: number; readonly listRows: number }
    }
  >
  /** Where the conversations of tickets are held. */
  readonly places: Map<TicketId, { readonly connection: ConnectionId; readonly chat: ExternalChatId }>
  /** What ran, in order. */
  readonly ran: RunOperation[]
  /** Answers an operation; what it answers and what it throws reach the plugin. */
  answer: <O extends ChannelOperation>(operation: O, input: OperationInput<O>) => OperationAnswer<O>
}

/** The port over {@link MemoryChannels}; inputs and answers are checked as the host does. */
export function channelsInMemory(requireUse: (use: CoreUse) => void): {
  readonly channels: MemoryChannels
  readonly port: CorePorts['channels']
} {
  const channels: MemoryChannels = {
    connections: [],
    places: new Map(),
    ran: [],
    answer: (operation) => {
      throw new Error(`nothing answers ${operation}: set core.channelsOf.answer`)
    },
  }
  const useOf = (operation: ChannelOperation): void => requireUse(`channels.${operation.split('.')[0] as 'groups'}`)
  const find = (id: ConnectionId) => channels.connections.find((connection) => connection.id === id)
  const port: CorePorts['channels'] = {
    async offering(operation) {
      useOf(operation)
      return channels.connections.filter(({ operations }) => operations.includes(operation))
    },
    async placeOf(ticket) {
      const place = channels.places.get(ticket)
      const connection = place && find(place.connection)
      return (
        place && {
          ...place,
          operations: connection?.operations ?? [],
          choices: connection?.choices ?? { buttons: 0, listRows: 0 },
        }
      )
    },
    async run(connection, operation, input, { key } = {}) {
      useOf(operation)
      const known = find(connection)
      if (!known) throw new Refusal('ERR_NO_WAPP_FOUND')
      if (!known.operations.includes(operation)) throw new Refusal('ERR_CHANNEL_UNSUPPORTED')
      const { input: asked, output } = channelOperations[operation]
      channels.ran.push({ connection, operation, input: asked.parse(input), ...(key !== undefined && { key }) })
      return output.parse(channels.answer(operation, input)) as OperationOutput<typeof operation>
    },
  }
  return { channels, port }
}
