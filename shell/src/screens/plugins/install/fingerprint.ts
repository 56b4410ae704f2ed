/** A fingerprint as people compare it: capitals, in groups of four. */
export const readableFingerprint = (hex: string): string =>
  hex
    .toUpperCase()
    .match(/.{1,4}/g)
    ?.join(' ') ?? ''
