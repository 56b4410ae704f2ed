import sanitizeHtml from 'sanitize-html'
import { quotedMark } from '@recado/sdk'
import { joined, linesOf, placesIn } from './quotes.ts'
import { shallow } from './shallow.ts'

/** A value of a style that can do nothing but look: no functions other than colours, no escapes, no addresses. */
const plainValue =
  /^(?:(?!url|expression|image|var|env|attr|element|cross-fade|paint)[\w\s.,#%'"!+/-]|(?:rgba?|hsla?)\([\d\s.,%/]{1,60}\)){1,300}$/i
const looks = [
  'color',
  'background',
  'background-color',
  'font',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'line-height',
  'letter-spacing',
  'text-align',
  'text-decoration',
  'text-indent',
  'text-transform',
  'vertical-align',
  'white-space',
  'width',
  'max-width',
  'height',
  'max-height',
  'min-width',
  'margin',
  'margin-top',
  'margin-right',
  'margin-bottom',
  'margin-left',
  'padding',
  'padding-top',
  'padding-right',
  'padding-bottom',
  'padding-left',
  'border',
  'border-top',
  'border-right',
  'border-bottom',
  'border-left',
  'border-color',
  'border-style',
  'border-width',
  'border-radius',
  'border-collapse',
  'border-spacing',
  'display',
  'list-style-type',
  'table-layout',
  'word-break',
  'overflow-wrap',
]
const allowedStyles = { '*': Object.fromEntries(looks.map((name) => [name, [plainValue]])) }
/** A picture that travels inside its address; never an SVG, which is a document of its own. */
const picture = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]{1,400000}$/i
const link = /^(?:https?:\/\/|mailto:|tel:)/i

const looksOfBoxes = ['align', 'valign', 'bgcolor', 'width', 'height', 'dir', 'lang', 'style']

/**
 * The part of an HTML letter that is safe to look at. Nothing of it runs, asks anything of the network, covers what is
 * around it or leads anywhere without being clicked. Pictures remain where they are stored (`media:<id>`) or travel
 * along.
 * @param inline stored pictures by their Content-ID
 * @param isFolded whether the marks of what is repeated are our own, and stay
 */
export function sanitise(
  html: string,
  inline: ReadonlyMap<string, string>,
  { isFolded = false }: { isFolded?: boolean } = {},
): string {
  const boxes = isFolded ? [...looksOfBoxes, quotedMark] : looksOfBoxes
  const stored = new Set(inline.values())
  return sanitizeHtml(shallow(html), {
    allowedTags: [
      'a',
      'abbr',
      'address',
      'article',
      'aside',
      'b',
      'bdi',
      'bdo',
      'big',
      'blockquote',
      'br',
      'caption',
      'center',
      'cite',
      'code',
      'col',
      'colgroup',
      'dd',
      'del',
      'dfn',
      'div',
      'dl',
      'dt',
      'em',
      'figcaption',
      'figure',
      'font',
      'footer',
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'header',
      'hr',
      'i',
      'img',
      'ins',
      'kbd',
      'li',
      'main',
      'mark',
      'ol',
      'p',
      'pre',
      'q',
      's',
      'samp',
      'section',
      'small',
      'span',
      'strike',
      'strong',
      'sub',
      'sup',
      'table',
      'tbody',
      'td',
      'tfoot',
      'th',
      'thead',
      'time',
      'tr',
      'tt',
      'u',
      'ul',
      'var',
      'wbr',
    ],
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'title',
      'template',
      'iframe',
      'object',
      'embed',
      'svg',
      'math',
      'xmp',
      'noembed',
      'noframes',
    ],
    allowedAttributes: {
      '*': boxes,
      a: [...boxes, 'href', 'rel', 'target', 'title'],
      img: [...boxes, 'src', 'alt', 'title', 'border', 'hspace', 'vspace'],
      font: [...boxes, 'color', 'face', 'size'],
      table: [...boxes, 'border', 'cellpadding', 'cellspacing', 'summary'],
      td: [...boxes, 'colspan', 'rowspan', 'nowrap'],
      th: [...boxes, 'colspan', 'rowspan', 'scope'],
      col: [...boxes, 'span'],
      ol: [...boxes, 'start', 'type'],
      ul: [...boxes, 'type'],
      li: [...boxes, 'value'],
    },
    allowedStyles,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['media', 'data'] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: {
      a: (tagName, attributes) => {
        const { href, ...others } = attributes
        const target = href?.trim() ?? ''
        return {
          tagName,
          attribs: link.test(target)
            ? {
                ...without(others, 'rel', 'target'),
                href: target,
                rel: 'noopener noreferrer nofollow',
                target: '_blank',
              }
            : without(others, 'rel', 'target'),
        }
      },
      img: (tagName, attributes) => {
        const { src = '', ...others } = attributes
        const found = imageOf(src.trim(), inline, stored)
        return { tagName, attribs: found === undefined ? others : { ...others, src: found } }
      },
    },
  })
}

function imageOf(src: string, inline: ReadonlyMap<string, string>, stored: ReadonlySet<string>): string | undefined {
  const [, scheme, rest] = /^(cid|media):(.+)$/i.exec(src) ?? []
  if (scheme?.toLowerCase() === 'media') return stored.has(rest!) ? `media:${rest}` : undefined
  if (rest !== undefined) {
    const id = inline.get(rest) ?? inline.get(decoded(rest))
    return id === undefined ? undefined : `media:${id}`
  }
  return picture.test(src) ? src : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const without = (attributes: Record<string, string>, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)))

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character]!)
/** Plain text as HTML that keeps its lines. */
export const htmlOfText = (text: string): string => `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`
/** The same, with the quotes below the author's text marked as such. */
export function foldedText(text: string): string {
  const lines = linesOf(text)
  const { from, signature, quote } = placesIn(lines)
  if (from > 0 || quote === lines.length || joined(lines.slice(0, signature)) === '') return htmlOfText(text)
  const [own, quoted] = [lines.slice(0, quote), lines.slice(quote)].map((some) => htmlOfText(some.join('\n')))
  return `${own}<div ${quotedMark}>${quoted}</div>`
}
/** A whole document around what is already safe. */
export const documentOf = (safe: string): string =>
  `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>${safe}</body></html>\n`
