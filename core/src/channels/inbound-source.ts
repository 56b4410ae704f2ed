import type { ChannelType } from './channel-catalogue.ts'

/** Place in which a message is identified by its external id. */
export interface Place {
  readonly tenantId: string
  readonly connectionId: string
}

/** The connection an event came through, as the front door looked it up; never taken from a payload. */
export interface Source extends Place {
  readonly type: string
  readonly identityKind: string
  readonly channel: Pick<ChannelType, 'noticeFault'>
  normalise(value: string): string
}
