/* Meta, "Template components" and "Message templates": characters, counts and bytes that the provider accepts. */

export const limits = {
  name: 512,
  headerText: 60,
  body: 1_024,
  footer: 60,
  buttons: 10,
  buttonText: 25,
  url: 2_000,
  phone: 20,
  copyCode: 15,
  urlButtons: 2,
  callButtons: 1,
  copyButtons: 1,
  headerVariables: 1,
  /** Of one example; the provider counts the filled text against the limit of the whole. */
  example: 1_024,
} as const

/** Bytes and types of the file in a header; those of messages of the same kind. */
export const headerFiles = {
  IMAGE: { bytes: 5_000_000, mimes: ['image/jpeg', 'image/png'] },
  VIDEO: { bytes: 16_000_000, mimes: ['video/mp4', 'video/3gpp'] },
  DOCUMENT: { bytes: 30_000_000, mimes: ['application/pdf'] },
} as const

/** Lower case, digits and underscores: the provider refuses everything else. */
export const namePattern = /^[a-z0-9_]+$/
/** Allowed names of variables. */
export const variableNamePattern = /^[a-z][a-z0-9_]*$/
