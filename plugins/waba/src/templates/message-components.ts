import { readVars, type ReadVars } from './message-vars.ts'

/** The file of a media header as the provider knows it: uploaded before (`id`), or to be fetched by it (`link`). */
export interface HeaderFile {
  readonly kind: 'image' | 'video' | 'document'
  readonly id?: string
  readonly link?: string
  readonly name?: string | undefined
}
type Json = Readonly<Record<string, unknown>>

/**
 * `template.components` of a message, from the values of a template part (see message-vars.ts) and the uploaded file of
 * its header. Components without values are left out: the provider counts parameters and refuses one too many (132000).
 */
export function messageComponents(vars: Readonly<Record<string, string>>, header?: HeaderFile): Json[] {
  const read = readVars(vars)
  const headerParameters = header
    ? [fileParameter(header)]
    : read.location
      ? [{ type: 'location', location: read.location }]
      : read.header.map(textParameter)
  return [
    ...(headerParameters.length > 0 ? [{ type: 'header', parameters: headerParameters }] : []),
    ...(read.body.length > 0 ? [{ type: 'body', parameters: read.body.map(textParameter) }] : []),
    ...read.buttons.map(buttonComponent),
  ]
}

const fileParameter = ({ kind, id, link, name }: HeaderFile): Json => ({
  type: kind,
  [kind]: {
    ...(id !== undefined ? { id } : { link }),
    ...(kind === 'document' && name !== undefined && { filename: name }),
  },
})

/** A name goes along, a number is the place in the list. */
const textParameter = ([variable, text]: readonly [string, string]): Json => ({
  type: 'text',
  ...(!/^\d+$/.test(variable) && { parameter_name: variable }),
  text,
})

const buttonComponent = ({ index, takes, value }: ReadVars['buttons'][number]): Json =>
  takes === 'url'
    ? { type: 'button', sub_type: 'url', index: String(index), parameters: [{ type: 'text', text: value }] }
    : {
        type: 'button',
        sub_type: 'copy_code',
        index: String(index),
        parameters: [{ type: 'coupon_code', coupon_code: value }],
      }
