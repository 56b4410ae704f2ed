import * as z from 'zod'

/** What core keeps until the bytes of a file are fetched: an address is longer than it may be where it is signed. */
const maxRef = 2_000
const Address = z.url({ protocol: /^https?$/ }).max(maxRef)

/** The address of a file as a reference; undefined for one that could not be fetched. */
export const refOf = (url: string): string | undefined => Address.safeParse(url).data
