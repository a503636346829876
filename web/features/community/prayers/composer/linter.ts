/** Kinds of personal data that an author might not want to share. */
export type Hint = 'phone' | 'email' | 'address' | 'name' | 'link'

const email = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+/u
const link =
  /https?:\/\/\S|\bwww\.\S|(?<![@\p{L}\p{N}.-])[\p{L}\p{N}-]+\.(com|org|net|info|io|me|co|de|fr|es|br|in|cn|jp|kr)\b/iu
// Eight digits or more in the format of a phone number; not years, verses or money.
const phone = /(?<![\p{N}:.,])(\+|00)?\(?\p{N}{2,5}\)?([ ./-]?\p{N}{2,5}){2,5}(?![\p{N}:.,]?\p{N})/gu
const date =
  /^\p{N}{4}[./-]\p{N}{1,2}[./-]\p{N}{1,2}$|^\p{N}{1,2}[./-]\p{N}{1,2}[./-]\p{N}{4}$|^\p{N}{4} ?[–-] ?\p{N}{4}$/u
const address = [
  /\b\d{1,5},? (\p{Lu}[\p{L}.'-]+ ){1,3}(street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|ct|boulevard|blvd|way|close|crescent)\b/iu,
  /\b\p{Lu}[\p{L}-]*(straße|strasse|str\.|weg|gasse|allee|platz|ring) ?\d{1,4}\b/u,
  /\b(calle|avenida|av\.|carrera|plaza|paseo|rua|travessa|praça|alameda) [\p{L}. ]{3,40},? (n[º°.]? ?)?\d{1,5}\b/iu,
  /\b\d{1,4},? (bis |ter )?(rue|avenue|boulevard|impasse|place|chemin|allée|quai) (de |du |des |de la |de l['’])?\p{L}{2,}/iu,
]
// A first and a family name after a word for a person. Finds nothing in scripts without capitals.
const relation =
  'sister|brother|mother|father|mum|mom|dad|son|daughter|friend|husband|wife|cousin|uncle|aunt|neighbou?r|pastor|colleague|named|called|Schwester|Bruder|Mutter|Vater|Sohn|Tochter|Freund|Freundin|Mann|Frau|Nachbar|Nachbarin|Kollege|Kollegin|namens|hermano|hermana|madre|padre|hijo|hija|amigo|amiga|esposo|esposa|vecino|vecina|llamado|llamada|frère|sœur|mère|père|fils|fille|ami|amie|mari|femme|voisin|voisine|nommé|nommée|irmão|irmã|mãe|pai|filho|filha|marido|vizinho|vizinha|chamado|chamada'
// A form of address is not a first name.
const formsOfAddress =
  'Frau|Herrn?|Mrs?|Ms|Miss|Dr|Señora?|Madame|Monsieur|Senhora?|Sister|Brother|Schwester|Pfarrer|Pastor|Father'
const name = new RegExp(
  `(?<!\\p{L})(${relation}),? (?!(${formsOfAddress})\\b)(\\p{Lu}\\p{Ll}+|\\p{Lu}\\.) (de |da |dos |von |van |del |de la )?\\p{Lu}[\\p{Ll}'’-]+\\p{L}`,
  'u',
)

const isPhone = (text: string): boolean =>
  (text.match(phone) ?? []).some((found) => found.replace(/\P{N}/gu, '').length >= 8 && !date.test(found.trim()))

/** Returns the kinds of personal data found in a text. Runs only in the browser, and blocks nothing. */
export function findHints(text: string): Hint[] {
  const found: [Hint, boolean][] = [
    ['phone', isPhone(text)],
    ['email', email.test(text)],
    ['address', address.some((form) => form.test(text))],
    ['name', name.test(text)],
    ['link', link.test(text.replace(new RegExp(email, 'gu'), ' '))],
  ]
  return found.flatMap(([hint, is]) => (is ? [hint] : []))
}
