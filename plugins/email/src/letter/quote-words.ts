/*
 * What mail programs write around the letter that they repeat, in the languages of our customers' correspondents:
 * Arabic, Bulgarian, Catalan, Chinese, Croatian, Czech, Danish, Dutch, English, Estonian, Finnish, French, German,
 * Greek, Hungarian, Indonesian, Italian, Japanese, Korean, Latvian, Lithuanian, Norwegian, Polish, Portuguese,
 * Romanian, Russian, Slovak, Slovenian, Spanish, Swedish, Thai, Turkish, Ukrainian, Vietnamese. A new program or
 * language is a word here. What programs add below an answer stands in `program-lines.ts`.
 */

const anyOf = (words: readonly string[]): string => words.join('|')

/** Verbs of "… wrote:". */
const wrote = anyOf([
  'wrote',
  String.raw`a écrit`,
  'escribió',
  'escribio',
  'escreveu',
  'ha scritto',
  'scrisse',
  'schrieb',
  'geschrieben',
  'schreef',
  'geschreven',
  'skrev',
  'kirjoitti',
  String.raw`napsal(?:\(a\)|a)?`,
  'a scris',
  String.raw`şunu yazdı`,
  'yazdı',
  'пише',
  String.raw`님이 작성`,
  '写道',
  '寫道',
  String.raw`napisał(?:\(a\)|\/?a)?`,
  'napisana',
  'pisze',
  String.raw`написал(?:\(-?а\)|а)?`,
  String.raw`писал(?:\(-?а\)|а)?`,
  'пишет',
  'írta',
  'έγραψε',
  'va escriure',
  'написа',
  String.raw`(?:je )?napisa(?:o|la)(?: je)?`,
  String.raw`napísal(?:\(a\)|a)?`,
  'menulis',
  'đã viết',
  'كتب',
  'เขียนว่า',
  'rašė',
  'kirjutas',
  'rakstīja',
  'のメール',
])
/** How a line begins that says when it was. */
const when = anyOf([
  'on',
  'le',
  'el',
  'em',
  'no dia',
  'il',
  'il giorno',
  'am',
  'op',
  'den',
  'dne',
  'w dniu',
  'dnia',
  'pe',
  'ti',
  'ma',
  'în',
])
const ending = String.raw`\s*(?:[:：]|\.\.\.|…)`
/** A day or an hour, and a verb that is a word of its own, in any order. */
const told = String.raw`(?=.*(?:\d{4}|\d[.:h/-]\d\d)).{0,200}(?<!\p{L})(?:${wrote})(?!\p{L}).{0,300}`

/** Whole attributions: "On … wrote:", "… schrieb Ana Lima:", a date with an address. */
export const attributions: readonly RegExp[] = [
  new RegExp(String.raw`^(?:${when})\s.{4,300}\s(?:${wrote})${ending}?$`, 'i'),
  new RegExp(String.raw`^(?:${when})\s.{4,200}\s(?:${wrote})\s.{1,200}:$`, 'i'),
  new RegExp(String.raw`^.{0,200}(?:${wrote})(?:\s\(?(?:a|o)\)?)?\s?[:：]$`, 'i'),
  new RegExp(String.raw`^.{1,200}\s(?:${wrote})\s\(.{4,100}\)\s?:$`, 'i'),
  /^on\s.{4,200}\ssent:$/i,
  /^\S{0,12}\s?\d{1,2}.{0,200}<[^<>\s]+@[^<>\s]+>\s*:$/,
  new RegExp(String.raw`^(?=.*<?[^\s<>]@[^\s<>])${told}[:：]$`, 'iu'),
]
/** What is an attribution only where lines with quote marks follow: people say when somebody wrote, too. */
export const markedAttribution = new RegExp(`^${told}$`, 'iu')
/**
 * An attribution in whatever language, by its form: an address, a day or an hour, and a colon at the end, with the
 * marks of scripts that run to the left. It is one only where lines with quote marks follow.
 */
export const addressedAttribution =
  /^(?=.*[^\s<>()@]@[^\s<>()@]+\.)(?=.*(?:\d{4}|\d[.:h]\d\d)).{10,400}[:：][\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/
/** A line that may begin one of them; others are not looked at any further. */
export const mayAttribute = new RegExp(String.raw`^(?:${when})\s|[<@:：]|(?:${wrote})|\d{4}`, 'i')
/** What a date in an attribution has in it. */
export const dated = /\d{1,2}/

const ruled = (words: readonly string[]): RegExp =>
  new RegExp(String.raw`^[-=]{2,}\s*(?:${anyOf(words)})\s*[-=]{2,}$`, 'i')

/** Lines behind which nothing is new. */
export const dividers: readonly RegExp[] = [
  ruled([
    'original message',
    'original appointment',
    'mensagem original',
    'mensaje original',
    'исходное сообщение',
    `message d['’]origine`,
    'message original',
    'ursprüngliche nachricht',
    'originalnachricht',
    'messaggio originale',
    'oorspronkelijk bericht',
    'wiadomość oryginalna',
    'oryginalna wiadomość',
    'ursprungligt meddelande',
    'oprindelig meddelelse',
    'původní zpráva',
  ]),
  ruled([
    'forwarded message',
    'mensagem encaminhada',
    'mensaje reenviado',
    'пересылаемое сообщение',
    'weitergeleitete nachricht',
    'message transféré',
    'messaggio inoltrato',
    'doorgestuurd bericht',
    'wiadomość przekazana',
    'przekazana wiadomość',
  ]),
  new RegExp(
    `^(?:${anyOf([
      'begin forwarded message',
      'início da mensagem encaminhada',
      'inicio del mensaje reenviado',
      'anfang der weitergeleiteten nachricht',
      'début du message transféré',
      'inizio messaggio inoltrato',
      'begin doorgestuurd bericht',
      'początek przekazywanej wiadomości',
      'начало переадресованного сообщения',
      'начало пересылаемого сообщения',
    ])})\\s?:$`,
    'i',
  ),
  /^-{3,}\s*reply above this line\s*-{3,}$/i,
  // Help desks: "##- Please type your reply above this line -##".
  /^##-\s.{4,120}\s-##$/,
  // Zoho: "---- On Wed, 10 Jan 2024 10:00:00 +0000 Ana <ana@x.test> wrote ----".
  new RegExp(String.raw`^-{2,}\s*.{4,300}\s(?:${wrote})(?:\s.{1,200})?\s*:?\s*-{2,}$`, 'i'),
]
/** Words between lines of a program's own, in whatever language. */
export const ruledWords = /^[-=]{4,}\s*[^-=\s].{1,80}[^-=\s]\s*[-=]{4,}$/

const header = (names: readonly string[]): RegExp =>
  new RegExp(String.raw`^>?\s*\*{0,2}(?:${anyOf(names)})\s?[:：]\*{0,2}`, 'i')

/** The first line of the block that Outlook writes above what it repeats. */
export const headerLine = header([
  'from',
  'de',
  'von',
  'от',
  'da',
  'van',
  'od',
  'nadawca',
  'från',
  'fra',
  'lähettäjä',
  'kimden',
  'від',
  'de la',
  '发件人',
  '寄件者',
  '差出人',
  '보낸 사람',
  'feladó',
  'από',
  'poslao',
  'pošiljatelj',
  'odosielateľ',
])
/** Of its further lines the one that every such block has unless nothing stands in it. */
export const subjectLine = header([
  'subject',
  'assunto',
  'asunto',
  'betreff',
  'objet',
  'sujet',
  'oggetto',
  'onderwerp',
  'temat',
  'ämne',
  'тема',
  'emne',
  'aihe',
  'předmět',
  'konu',
  'subiect',
  '主题',
  '主旨',
  '件名',
  '제목',
  'tárgy',
  'θέμα',
  'относно',
  'predmet',
  'assumpte',
  'zadeva',
])
/** Its further lines. */
export const furtherHeader = header([
  'sent',
  'date',
  'to',
  'subject',
  'cc',
  String.raw`enviad[ao](?: em)?`,
  'enviado el',
  'data',
  'fecha',
  'para',
  'assunto',
  'asunto',
  'gesendet',
  'datum',
  'an',
  'betreff',
  'envoyé',
  'à',
  'objet',
  'sujet',
  'inviato',
  'a',
  'oggetto',
  'verzonden',
  'aan',
  'onderwerp',
  'wysłan[oe]',
  'do',
  'adresat',
  'dw',
  'temat',
  'skickat',
  'till',
  'ämne',
  'отправлено',
  'дата',
  'кому',
  'копия',
  'тема',
  'sendt',
  'til',
  'emne',
  'dato',
  'lähetetty',
  'vastaanottaja',
  'aihe',
  'odesláno',
  'komu',
  'předmět',
  'gönderildi',
  'gönderilme',
  'kime',
  'konu',
  'trimis',
  'către',
  'subiect',
  'надіслано',
  '发送时间',
  '收件人',
  '主题',
  '寄件日期',
  '收件者',
  '主旨',
  '送信日時',
  '宛先',
  '件名',
  '보낸 날짜',
  '받는 사람',
  '제목',
  'elküldve',
  'küldve',
  'címzett',
  'tárgy',
  'στάλθηκε',
  'προς',
  'θέμα',
  'изпратено',
  'до',
  'относно',
  'poslano',
  'za',
  'prima',
  'predmet',
  'zadeva',
  'odoslané',
  'enviat(?: el)?',
  'per a',
  'assumpte',
])
