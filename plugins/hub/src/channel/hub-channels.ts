/** Channels that the hub carries, by the names in its addresses. */
export const hubChannels = [
  'facebook',
  'instagram',
  'mercadolivre',
  'olx',
  'youtube',
  'linkedin',
  'magalu',
  'email',
  'webchat',
  'whatsapp',
  'telegram',
  'tiktok',
  'sms',
  'rcs',
  'gbm',
] as const
export type HubChannel = (typeof hubChannels)[number]

/** Where channels of the hub differ. */
export interface HubChannelFacts {
  readonly version: 'v1' | 'v2'
  /** Whether files can be sent; texts can everywhere. */
  readonly carriesFiles: boolean
  /** Whether people are known by their phone number. */
  readonly isByPhone: boolean
}

const secondVersion = new Set<HubChannel>(['whatsapp', 'instagram', 'tiktok'])
const withFiles = new Set<HubChannel>(['facebook', 'instagram', 'whatsapp', 'telegram', 'tiktok', 'webchat', 'rcs'])
const byPhone = new Set<HubChannel>(['whatsapp', 'sms', 'rcs'])

/** Marketplaces carry text alone (NotificaMe's SDK 0.0.27), and so is assumed of what is not known to carry more. */
export const factsOf = (channel: HubChannel): HubChannelFacts => ({
  version: secondVersion.has(channel) ? 'v2' : 'v1',
  carriesFiles: withFiles.has(channel),
  isByPhone: byPhone.has(channel),
})
