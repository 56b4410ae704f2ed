import type { MarkupWriter } from '@recado/sdk'

/** The Markdown of Chatwoot's clients, which turn it into their provider's dialect. */
export const markdown: MarkupWriter = {
  text: (text) => text,
  strong: (content) => `**${content}**`,
  emphasis: (content) => `*${content}*`,
  struck: (content) => `~~${content}~~`,
  code: (text) => `\`${text}\``,
  pre: (text) => `\`\`\`\n${text}\n\`\`\``,
  link: (content, href) => (content === href ? href : `[${content}](${href})`),
  quote: (lines) => lines.map((line) => `> ${line}`).join('\n'),
  item: (content, marker) => (marker === undefined ? `- ${content}` : `${marker}. ${content}`),
  lineBreak: '\n',
}
