const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Text between two marks must not begin or end with a space, so that `2 * 3 * 4` stays a sum. */
const marks =
  /```(?:\w*\n)?([^]+?)```|`([^`\n]+)`|\*\*(?=\S)([^]+?\S|\S)\*\*|(?<!\w)[*_](?=\S)([^*_\n]*[^\s*_])[*_](?!\w)|~~(?=\S)([^]+?\S|\S)~~|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/g

/** Markdown as Telegram's HTML: bold, italic, struck out, code and links. Everything else is text, and escaped. */
export function toHtml(markdown: string): string {
  let html = ''
  let at = 0
  for (const match of markdown.matchAll(marks)) {
    const [whole, block, code, bold, italic, struck, label, url] = match
    html += escaped(markdown.slice(at, match.index))
    if (block !== undefined) html += `<pre>${escaped(block)}</pre>`
    else if (code !== undefined) html += `<code>${escaped(code)}</code>`
    else if (bold !== undefined) html += `<b>${toHtml(bold)}</b>`
    else if (italic !== undefined) html += `<i>${toHtml(italic)}</i>`
    else if (struck !== undefined) html += `<s>${toHtml(struck)}</s>`
    else html += `<a href="${escaped(url!).replaceAll('"', '&quot;')}">${escaped(label!)}</a>`
    at = match.index + whole.length
  }
  return html + escaped(markdown.slice(at))
}
