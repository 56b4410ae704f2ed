import { escapeHtml } from '../letter/sanitise.ts'

const link = /\[([^\]\n]{1,500})\]\((https?:\/\/[^\s()\0]{1,2000}|mailto:[^\s()\0]{1,300})\)/g
const bare = /(?<![\w"=>/])(https?:\/\/[^\s<>"\0]{1,2000}[^\s<>".,;:!?)\0])/g

/** An agent's markup as HTML: strong, emphasis, struck, code and links. All other text stays as it was written. */
export function htmlOfMarkdown(markdown: string): string {
  const kept: string[] = []
  const keep = (html: string): string => `\u0000${kept.push(html) - 1}\u0000`
  const html = escapeHtml(markdown.replaceAll('\u0000', ''))
    .replace(/```(?:\w*\n)?([\s\S]{1,20000}?)```/g, (_, code: string) => keep(`<pre>${code}</pre>`))
    .replace(/`([^`\n]{1,2000})`/g, (_, code: string) => keep(`<code>${code}</code>`))
    .replace(link, (_, text: string, href: string) => keep(`<a href="${href}">${text}</a>`))
    .replace(bare, (_, href: string) => keep(`<a href="${href}">${href}</a>`))
    .replace(/\*\*(?=\S)([^*\n]{1,2000}?\S|\S)\*\*/g, '<b>$1</b>')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]{1,2000}?\S|\S)\*(?![\w*])/g, '<i>$1</i>')
    .replace(/~~(?=\S)([^~\n]{1,2000}?\S|\S)~~/g, '<s>$1</s>')
  return kept
    .reduceRight((text, value, index) => text.replaceAll(`\u0000${index}\u0000`, () => value), html)
    .replace(/\n/g, '<br>\n')
}

/** The same without its marks. */
export const textOfMarkdown = (markdown: string): string =>
  markdown
    .replace(link, '$1 ($2)')
    .replace(/\*\*(?=\S)([^*\n]+?)\*\*/g, '$1')
    .replace(/~~(?=\S)([^~\n]+?)~~/g, '$1')
    .replace(/`([^`\n]+)`/g, '$1')
