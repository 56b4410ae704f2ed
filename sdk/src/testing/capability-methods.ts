import { isSupported, type ChannelCapabilities, type ChannelSession } from '@recado/contracts'

type OptionalMethod = Exclude<
  keyof ChannelSession,
  'send' | 'isOpen' | 'fetchMedia' | 'logout' | 'operations' | typeof Symbol.asyncDispose
>

/**
 * Optional methods of a session that a channel's capabilities require. The compiler's `RequiredMethods`, for
 * capabilities whose literal types were lost.
 */
export function demandedMethods(capabilities: ChannelCapabilities): ReadonlySet<OptionalMethod> {
  const demanded: Record<OptionalMethod, boolean> = {
    edit: isSupported(capabilities.edit.level),
    remove: isSupported(capabilities.deleteForAll.level),
    react: isSupported(capabilities.reaction.level),
    stopPoll: isSupported(capabilities.stopPoll),
    typing: isSupported(capabilities.typing),
    markRead: capabilities.receipts.inMarkRead,
    backfill: isSupported(capabilities.history.level),
    listContacts: isSupported(capabilities.contacts),
    describe: isSupported(capabilities.profiles),
    lookup: capabilities.idempotentSend === 'echo-match',
  }
  return new Set((Object.keys(demanded) as OptionalMethod[]).filter((method) => demanded[method]))
}

/** A sentence for every method that is declared but missing, or there but not declared; empty when all is well. */
export function methodMismatches(capabilities: ChannelCapabilities, session: ChannelSession): string[] {
  return [...optionalMismatches(capabilities, session), ...operationMismatches(capabilities, session)]
}

function operationMismatches({ operations }: ChannelCapabilities, session: ChannelSession): string[] {
  const present = Object.keys(session.operations ?? {})
  return [
    ...operations
      .filter((operation) => !present.includes(operation))
      .map((operation) => `the capabilities list the operation ${operation}, which the session lacks`),
    ...present
      .filter((operation) => !(operations as readonly string[]).includes(operation))
      .map((operation) => `the session has the operation ${operation}, which the capabilities do not list`),
  ]
}

function optionalMismatches(capabilities: ChannelCapabilities, session: ChannelSession): string[] {
  const demanded = demandedMethods(capabilities)
  return (
    [
      'edit',
      'remove',
      'react',
      'stopPoll',
      'typing',
      'markRead',
      'backfill',
      'listContacts',
      'describe',
      'lookup',
    ] as const
  ).flatMap((method) => {
    const present = typeof session[method] === 'function'
    if (present === demanded.has(method)) return []
    return present
      ? [`the session has ${method}(), which no capability declares: core will never call it`]
      : [`a capability demands ${method}(), which the session lacks`]
  })
}
