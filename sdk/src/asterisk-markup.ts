/** Text between two marks must not begin or end with a space, so that `2 * 3 * 4` stays a sum. */
const marks =
  /```(?:\w*\n)?([^]+?)```|`([^`\n]+)`|\*\*(?=\S)([^]+?\S|\S)\*\*|(?<![\w*])\*(?=\S)([^*\n]*[^\s*])\*(?![\w*])|~~(?=\S)([^]+?\S|\S)~~|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/g

/**
 * Markdown as WhatsApp and some others write it, for adapters: *bold*, _italic_, ~struck~, `code`; of a link its texts
 * and its address. Never longer than what came in.
 */
export function toAsteriskMarkup(markdown: string): string {
  return markdown.replaceAll(
    marks,
    (
      whole,
      block?: string,
      code?: string,
      bold?: string,
      italic?: string,
      struck?: string,
      label?: string,
      url?: string,
    ) => {
      if (block !== undefined) return `\`\`\`${block}\`\`\``
      if (code !== undefined) return `\`${code}\``
      if (bold !== undefined) return `*${bold}*`
      if (italic !== undefined) return `_${italic}_`
      if (struck !== undefined) return `~${struck}~`
      return url !== undefined ? (label === url ? url : `${label} (${url})`) : whole
    },
  )
}
