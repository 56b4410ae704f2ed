import { Descriptions } from '../channels/descriptions.ts'
import { createInbound } from '../channels/inbound.ts'
import { createAnsweredChats } from '../channels/pace/answered-chats.ts'
import { createSenderNames } from '../channels/sender-names.ts'
import type { Making } from './app-options.ts'
import {
  BUS,
  CONTACT_CHANGES,
  DESCRIPTIONS,
  DATABASE,
  DELIVERIES,
  FEED,
  FETCHES,
  INBOUND,
  MERGES,
  METRICS,
  PLUGINS,
  PROTOCOLS,
  REALTIME,
  SESSIONS,
  SETTINGS,
} from './tokens.ts'

/** What providers and visitors send, and who they are. */
export function makeInbound({ once, get, options }: Making): void {
  const { log } = options
  const db = get(DATABASE)
  const bus = get(BUS)
  const answeredChats = createAnsweredChats({
    db,
    log,
    channel: (type) => get(PLUGINS).channels.find(type),
    wake: (id) => get(DELIVERIES).poke(id),
  })
  const named = createSenderNames({
    db,
    log,
    describe: (tenantId, contactId, told) => get(CONTACT_CHANGES).describe(tenantId, contactId, told),
  })
  once(
    DESCRIPTIONS,
    () =>
      new Descriptions({
        db,
        bus,
        log,
        channels: get(PLUGINS).channels,
        session: (id) => get(SESSIONS).find(id)?.session,
        describe: (tenantId, contactId, told) => get(CONTACT_CHANGES).describe(tenantId, contactId, told),
      }),
  )
  once(INBOUND, () =>
    createInbound({
      db,
      bus,
      feed: get(FEED),
      realtime: get(REALTIME),
      settings: get(SETTINGS),
      protocols: get(PROTOCOLS),
      metrics: get(METRICS),
      log,
      echoed: (source, message) => get(DELIVERIES).echoed(source, message),
      settle: (tenantId, identities) => get(MERGES).settle(tenantId, identities),
      awaited: (id) => get(FETCHES).poke(id),
      named,
      heard: (source, messages) => {
        get(DESCRIPTIONS).heard(source, messages)
        answeredChats(source, messages)
      },
    }),
  )
}
