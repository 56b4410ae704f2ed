import * as z from 'zod'
import { hubChannels, type HubChannel } from '../channel/hub-channels.ts'

/** Reais. */
const Amount = z.number().min(0).max(100_000)

/**
 * What NotificaMe charges (S9-102 to S9-111), for information before a channel is connected: nothing is charged here.
 * The monthly fee has no known amount until the installation enters one.
 */
export const PlatformSettings = z.object({
  hubFeeMercadoLivre: Amount.default(50),
  hubFeeYoutube: Amount.default(50),
  hubFeeOlx: Amount.default(50),
  hubFeeLinkedin: Amount.default(50),
  hubFeeMagalu: Amount.default(50),
  hubMonthlyFee: Amount.nullable().default(null),
})
export type PlatformSettings = z.output<typeof PlatformSettings>

/** The setting with the fee of each channel of which one is known; null where it is known that there is none. */
const settingOf = {
  mercadolivre: 'hubFeeMercadoLivre',
  youtube: 'hubFeeYoutube',
  olx: 'hubFeeOlx',
  linkedin: 'hubFeeLinkedin',
  magalu: 'hubFeeMagalu',
  facebook: null,
  instagram: null,
  email: null,
  webchat: null,
} as const satisfies Partial<Record<HubChannel, keyof PlatformSettings | null>>
type KnownChannel = keyof typeof settingOf
const knownChannels = Object.keys(settingOf) as KnownChannel[]

export const Fee = z.object({ channel: z.enum(hubChannels), activation: z.number() })
/** Activation of the channels whose fee is known, and the monthly fee of any; amounts in reais. */
export const Fees = z.object({ channels: z.array(Fee), monthly: z.number().nullable() })
export type Fees = z.output<typeof Fees>

export const feesOf = (settings: PlatformSettings): Fees => ({
  channels: knownChannels.map((channel) => {
    const setting = settingOf[channel]
    return { channel, activation: setting === null ? 0 : settings[setting] }
  }),
  monthly: settings.hubMonthlyFee,
})
