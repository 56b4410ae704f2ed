/*
 * What programs add to an answer by themselves: a telephone's own line below the words, and what a mailing list puts
 * behind the quote. Lines are told by their form: a participle of sending and what follows it, a program with what it
 * runs on, a rule of signs. A new language is a word here.
 */

const anyOf = (words: readonly string[]): string => words.join('|')

/** "Sent from", "Sent with" … as a line begins with them. */
const sent = [
  'sent (?:from|with|via|using)',
  String.raw`enviad[ao] (?:d[oae]|desde|pel[oa]|via|com|con|usando|utilizando|através|a través|mediante)`,
  '(?:gesendet|versandt|geschickt) (?:von|mit|aus|über)',
  'von mein(?:em|er) .{1,60} gesendet',
  'diese nachricht wurde von mein(?:em|er)',
  String.raw`envoyée? (?:de|depuis|à partir|avec|à l['’]aide|via)`,
  'provenance : courrier',
  'inviat[oa] (?:da|dal|dalla|con|tramite|usando)',
  '(?:verstuurd|verzonden) (?:vanaf|met|vanuit|via)',
  'wysłan[eoy] (?:z|ze|za|przy|przez)',
  'отправлено (?:с|из|через)',
  'skicka(?:t|des) (?:från|via|med)',
  'sendt (?:fra|med|via)',
  'lähetetty',
  'odesláno (?:ze?|pomocí|přes)',
  'надіслано (?:з|із|за|через)',
  'trimis (?:de pe|din|cu|prin)',
  'enviat (?:des|amb)',
  '(?:στάλθηκε|εστάλη) από',
  'elküldve',
  'изпратено (?:от|с|чрез)',
  '(?:poslano|poslato|poslaté) (?:sa?|z|iz|pomoću|putem)',
  'odoslané (?:zo?|cez|pomocou)',
  '(?:đã )?gửi từ',
  '(?:dikirim|dihantar) dari',
  'تم الإرسال من',
  'أُ?رسلت? من',
]
/** The same where the participle stands last. */
const last = ['gesendet', 'gönderildi', 'küldve', '보냄', '发送', '發送', '傳送', '送信']
const devices = ['iphone', 'ipad', 'android', 'galaxy', 'samsung', 'huawei', 'xiaomi', 'outlook', 'mail']
const means = ['for', 'para', 'für', 'pour', 'per', 'voor', 'dla', 'для', 'til', 'till', 'för', 'pro', 'için', 'pentru']

/** A telephone's own line below what its user wrote. */
export const sentFrom = new RegExp(
  [
    String.raw`^(?:${anyOf(sent)})\s`,
    String.raw`^.{0,40}(?:${anyOf(devices)}).{0,20}\s?(?:${anyOf(last)})\.?$`,
    // Scripts without spaces between words, or whose prepositions are part of the next word.
    '^(?:发自我的|發自我的|ส่งจาก|נשלח מ)',
    // Yahoo names itself and praises what it does.
    '^yahoo mail: .{5,80}$',
    // Outlook invites to itself, with an address behind its name.
    String.raw`^[^?]{0,60}\boutlook (?:${anyOf(means)}) (?:\S{1,12} )?(?:ios|android|mac)\b[^?]{0,80}$`,
  ].join('|'),
  'i',
)

/** A program invites to itself by its name: "Get BlueMail for Android". A person's own words have no name there. */
export const invitation = new RegExp(
  String.raw`^(?:Get|Download|Obter|Obtenha|Baixe|Obtener|Obtén|Descarga|Obtenir|Téléchargez|Ottieni|Scarica|Hol dir|` +
    String.raw`Pobierz|Скачать)\s\p{Lu}[\p{L}\p{N}.]*(?:\s\p{Lu}[\p{L}\p{N}.]*)?\s(?:${anyOf(means)})\s` +
    String.raw`(?:\S{1,12}\s)?(?:iOS|Android|iPhone|iPad|Mac|macOS|Windows)(?=[\s<:(.]|$)[^?]{0,80}$`,
  'u',
)

/** A rule of two signs in turn, with which groups.io and Yahoo frame what they add. */
export const framed = /^([-=*~_.])(?!\1)([-=*~_.])(?:\1\2){3,}\1?$/

/** The first line of what a mailing list, a signature or a checker of viruses adds behind the quote. */
export const footer = new RegExp(
  [
    '^--',
    // Nobody's words: a rule of any signs.
    String.raw`^[^\p{L}\p{N}\s>]{10,}$`,
    `^(?:${anyOf([
      'you (?:received|are receiving) this message because',
      'to unsubscribe',
      'você (?:recebeu|está recebendo) (?:esta|essa) mensagem porque',
      '(?:has recibido|recibiste|recibes) este mensaje porque',
      'sie erhalten diese nachricht',
      'vous recevez ce message',
      'hai ricevuto questo messaggio',
      'je (?:ontvangt dit bericht|hebt dit bericht ontvangen)',
      'otrzymujesz tę wiadomość',
      'вы получили это сообщение',
      'virus-free',
      'livre de vírus',
      'libre de virus',
      'virenfrei',
      'garanti sans virus',
      'privo di virus',
      'virusvrij',
      'wolny od wirusów',
      'без вирусов',
    ])}).*$`,
  ].join('|'),
  'iu',
)
