/* Free of zod: the composer asks for addresses by the rule by which the server takes them. */

const address =
  /^[^\s@<>()",;:\\[\]\p{Cc}]{1,64}@(?:[^\s@<>()",;:\\/?#%[\].\p{Cc}]{1,63}\.)+[^\s@<>()",;:\\/?#%[\].\p{Cc}]{2,63}$/u

/** Whether a text is one e-mail address, in any script. Quoted local parts and literals in brackets are none. */
export const isEmailAddress = (text: string): boolean => text.length <= 320 && address.test(text)
