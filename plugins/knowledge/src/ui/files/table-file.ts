import { parse } from 'csv-parse/browser/esm/sync'
import { titleOf, UnreadableFile, type FileArticle } from './file-article.ts'

/** Headings of a column, in the languages of the product, without accents and case. */
const headings = {
  title: [
    'title',
    'titulo',
    'question',
    'pergunta',
    'pregunta',
    'name',
    'nome',
    'nombre',
    'название',
    'заголовок',
    'вопрос',
  ],
  body: [
    'body',
    'text',
    'texto',
    'content',
    'conteudo',
    'contenido',
    'answer',
    'resposta',
    'respuesta',
    'текст',
    'ответ',
  ],
  category: ['category', 'categoria', 'категория'],
  language: ['language', 'idioma', 'lingua', 'язык'],
} as const
type Column = keyof typeof headings

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1)
  const times = (separator: string): number => line.split(separator).length
  return [',', ';', '\t'].reduce((best, separator) => (times(separator) > times(best) ? separator : best))
}

/**
 * Rows of a table with a heading, an article each; rows without a title are passed over.
 * @throws UnreadableFile `columns` without columns for title and text, `damaged` where it is no table
 */
export function tableArticles(text: string): FileArticle[] {
  const [head = [], ...rows] = rowsOf(text)
  const columnOf = (column: Column): number =>
    head.findIndex((heading) => (headings[column] as readonly string[]).includes(folded(heading)))
  const [title, body, category, language] = (['title', 'body', 'category', 'language'] as const).map(columnOf)
  if (title === -1 || body === -1) throw new UnreadableFile('columns')
  return rows
    .filter((row) => (row[title!] ?? '').trim() !== '')
    .map((row) => ({
      title: titleOf(row[title!]!, ''),
      body: (row[body!] ?? '').trim(),
      ...(row[category!]?.trim() && { category: row[category!]!.trim().slice(0, 60) }),
      ...(row[language!]?.trim() && { language: row[language!]!.trim() }),
    }))
}

function rowsOf(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch (cause) {
    throw new UnreadableFile('damaged', { cause })
  }
}
