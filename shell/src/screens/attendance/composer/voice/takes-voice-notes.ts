import type { ChannelCapabilities } from '../../../../base/contracts.ts'

const takes = (capability: ChannelCapabilities['media']['voice']): boolean =>
  Object.values(capability?.mime ?? {}).some((level) => level !== 'rejected' && level !== 'dropped')

/** Whether what is recorded can be sent on a channel: as a voice note, or at least as a sound. Letters have files. */
export const takesVoiceNotes = ({ media, letters }: Pick<ChannelCapabilities, 'media' | 'letters'>): boolean =>
  !letters && (takes(media.voice) || takes(media.audio))
