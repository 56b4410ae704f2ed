/**
 * Why somebody is erased: they asked for it, took back their consent, the purpose has ended, the data was never to be
 * kept, or else.
 */
export const erasureReasons = ['request', 'consent', 'purpose', 'unlawful', 'other'] as const
