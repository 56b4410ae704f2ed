import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/*
 * The Spanish of the product says "tú" to the people who work with it and to those who write to them. What is asked for
 * here are words that only "usted" uses: the pronoun, and orders of verbs whose form is no noun and no other person.
 */

const root = join(import.meta.dirname, '../..')
const files = globSync(
  [
    '{shell,sdk,plugins,docs}/**/{locales,words}/es.json',
    '{shell,sdk,plugins}/**/{locales,words}/es/*.json',
    'sdk/create-plugin/templates/*/locales/es.json',
  ],
  { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] },
).toSorted()

type Words = { [key: string]: Words | string }
const leaves = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : leaves(value, `${path}${key}.`),
  )

/** Where an order begins: a text, a sentence, or a part of one that the second verb of an order follows. */
const start = String.raw`(?<=^|[.:;!?¡¿(«“→…]\s*|[—–]\s)`
const orders = [
  'abra|active|actualice|ajuste|añada|asigne|avise|borre|busque|cambie|cancele|compare|complete|compre|compruebe',
  'conecte|configure|confirme|continúe|copie|corrija|cree|defina|deje|desactive|descargue|desconecte|deshaga|duplique',
  'elija|elimine|empiece|escanee|escriba|espere|filtre|grabe|guarde|haga|indique|inicie|instale|intente',
  'introduzca|invierta|lea|mencione|numere|permita|pida|ponga|promueva|pruebe|publique|pulse|quite|recargue|registre',
  'rellene|responda|reúna|revise|seleccione|separe|solicite|suba|tenga|use|vea|verifique|vuelva|dé',
].join('|')
const withObject = [
  'ábra|actíve|actualíce|agrégue|añáda|archíve|asígne|bórre|búsque|cámbie|ciérre|compruébe|conécte|configúre|cópie',
  'corríja|déje|desactíve|descárgue|díga|duplíque|ejecúte|elíja|elimíne|entrégue|envíe|escanée|escríba|guárde|indíque',
  'inténte|introdúzca|léa|modifíque|pégue|pída|pónga|pruébe|publíque|reenvíe|súba|transfiéra',
].join('|')
const formal: readonly RegExp[] = [
  /(?<!\p{L})ustedes(?!\p{L})|(?<!\p{L})usted(?!\p{L})/iu,
  new RegExp(`(?<!\\p{L})(?:${withObject})(?:se)?l[oae]s?(?!\\p{L})`, 'iu'),
  new RegExp(`${start}(?:no\\s+(?:l[oae]s?\\s+)?)?(?:${orders})(?!\\p{L})`, 'iu'),
  /(?<!\p{L})(?:su|sus) (?:plan|equipo|correo|contraseña|empresa)(?!\p{L})/iu,
  /(?:^|[.:;] )puede (?:usar|cerrar|continuar|archivar|desactivar|exigir)/iu,
  /(?:nos necesita|cuando quiera|ya no use|que prefiera)(?!\p{L})/iu,
]
test('the Spanish texts are found', () => {
  expect(files.length).toBeGreaterThan(50)
})

test.each(files)('%s says "tú"', (file) => {
  const wrong = leaves(JSON.parse(readFileSync(join(root, file), 'utf8')) as Words).filter(([, text]) =>
    formal.some((form) => form.test(text)),
  )
  expect(wrong).toEqual([])
})
