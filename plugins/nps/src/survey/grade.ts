import { faces, isGrade, type GradeRange } from './kind.ts'

/** A grade as somebody wrote it, with what they wrote behind it. */
export interface WrittenGrade {
  readonly grade: number
  readonly comment: string | null
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Numbers in words: Portuguese, English, Spanish, Russian. */
const numberWords = [
  'zero cero ноль нуль',
  'um uma one uno una un один одна единица',
  'dois duas two dos два две двойка',
  'tres three три тройка',
  'quatro four cuatro четыре четверка',
  'cinco five пять пятерка',
  'seis six шесть',
  'sete seven siete семь',
  'oito eight ocho восемь',
  'nove nine nueve девять',
  'dez ten diez десять',
]
const byWord = new Map(
  numberWords.flatMap((words, value) => words.split(' ').map((word) => [fold(word), value] as const)),
)

/** Words that may stand around a grade and change nothing about it. */
const fillers = new Set(
  fold(
    'nota grau minha a e eu dou daria ponto pontos estrela estrelas ' +
      'grade score rating my the is i give point points star stars ' +
      'mi la es doy puntuacion calificacion punto puntos estrella estrellas ' +
      'оценка моя ставлю балл балла баллов звезда звезды звезд',
  ).split(' '),
)
/** Words before the highest grade: `9 de 10`. */
const ofWords = new Set(['de', 'of', 'out', 'sobre', 'из', '/'])

/** Faces that keyboards offer, worst first: the five of the question and their like. */
const gradeOfFace = new Map(
  ['😠🤬', '😞😕☹😟', '😶', '😊😀😃', '😄😁🤩🥰'].flatMap((like, index) =>
    [faces[index]!, ...like].map((face) => [face, index + 1] as const),
  ),
)

/** Longest message that can be a grade alone. */
const longest = 60
/** A keycap is a digit in a box; the variation selector only asks for the coloured picture. */
const plain = (text: string): string => text.replaceAll('🔟', '10').replace(/[\u{FE00}-\u{FE0F}\u{20E3}]/gu, '')

/**
 * The grade that a whole text is: `10`, ` 9 `, `nota 8`, `dez`, `９`, `7️⃣`, `8/10`, `9 de 10`, stars and faces where
 * the range begins with 1. Null for what says more than a grade, two of them, or one that is no whole number of the
 * range.
 */
function gradeAlone(written: string, range: GradeRange): number | null {
  if (written.length > longest) return null
  const text = written.trim()
  if (range.lowest === 1) {
    if (range.highest === faces.length) {
      const face = gradeOfFace.get(text)
      if (face !== undefined) return face
    }
    if (/^(⭐|★|🌟)+$/u.test(text)) return within([...text].length, range)
  }
  const words = fold(text)
    .replace(/["'“”«»()!.:*_]+$/gu, '')
    .replace(/^["'“”«»(*_]+/gu, '')
    .replace(/^(\p{L}+)\s*[:=]/u, '$1 ')
    .replaceAll('/', ' / ')
    .split(/\s+/u)
    .filter((word) => word !== '' && !fillers.has(word))
  const numbers = words.map(numberOf)
  if (words.length === 1) return within(numbers[0], range)
  // Of two numbers the second is the highest grade, after a word that says so.
  const isOfHighest =
    words.length >= 3 && words.slice(1, -1).every((word) => ofWords.has(word)) && numbers.at(-1) === range.highest
  return isOfHighest ? within(numbers[0], range) : null
}

const numberOf = (word: string): number | undefined => (/^\d{1,2}$/.test(word) ? Number(word) : byWord.get(word))
const within = (value: number | undefined, range: GradeRange): number | null =>
  value !== undefined && isGrade(value, range) ? value : null

/**
 * A grade that is written alone, or at the beginning with words behind it (`9, muito bom`). What has more than one
 * number is none: nobody's grade is guessed.
 */
export function readGrade(text: string, range: GradeRange): WrittenGrade | null {
  const written = plain(text.normalize('NFC')).trim()
  const alone = gradeAlone(written.normalize('NFKC'), range)
  if (alone !== null) return { grade: alone, comment: null }
  const parted = /^([^\n,;–—]{1,60}?)\s*(?:[,;–—\n]|[.!:]\s|\s-\s)\s*(\P{Nd}+)$/u.exec(written)
  if (!parted) return null
  const grade = gradeAlone(parted[1]!.normalize('NFKC'), range)
  const comment = parted[2]!.trim()
  return grade === null || comment === '' ? null : { grade, comment }
}
