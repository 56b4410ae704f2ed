import type { BoundPurpose, CaptchaPort, MediaPort } from '@recado/contracts'
import type { Captcha } from '../access/captcha/captcha.ts'
import type { MediaStore } from '../media/media.ts'

/** Challenges of a plugin, in a connection route of that connection alone. Dear, as only who is suspicious is asked. */
export function captchaPort(
  captcha: Pick<Captcha, 'challenge' | 'judge'>,
  plugin: string,
  connection?: string,
): CaptchaPort {
  const purpose: BoundPurpose = `plugin:${plugin}${connection === undefined ? '' : `:${connection}`}`
  return { challenge: () => captcha.challenge(purpose, true), judge: (field) => captcha.judge(purpose, field) }
}

/** The files of one company, as plugins reach them. */
export const mediaPort = (media: MediaStore, tenantId: string): MediaPort => ({
  put: (source, meta) => media.put(tenantId, source, meta),
  open: (file) => media.open(tenantId, file),
  info: (file) => media.info(tenantId, file),
  sign: (file, ttlMs) => media.sign(tenantId, file, ttlMs),
  release: (files) => media.release(tenantId, files),
})
