// @vitest-environment node
import { expect, test } from 'vitest'
import { sampleRequest } from '../../../../test/records.ts'
import { typefaces } from '../../../../test/printed.ts'
import { printable } from '../../../pdf/typefaces.ts'
import { unprintableOf } from './unprintable.ts'

const { regular, bold } = typefaces
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))

const vietnamese = 'ĂẮẰẲẴẶÂẤẦẨẪẬĐÊẾỀỂỄỆÔỐỒỔỖỘƠỚỜỞỠỢƯỨỪỬỮỰÁÀẢÃẠÉÈẺẼẸÍÌỈĨỊÓÒỎÕỌÚÙỦŨỤÝỲỶỸỴ'

test.each([
  ['ASCII', range(0x20, 0x7e)],
  // Without the soft hyphen, which is invisible.
  ['Latin-1', range(0xa1, 0xff).filter((character) => character !== '\u00ad')],
  ['Latin Extended-A and B', range(0x100, 0x24f)],
  ['Latin Extended Additional', range(0x1e00, 0x1eff)],
  ['Vietnamese', Array.from(vietnamese + vietnamese.toLowerCase())],
  ['Greek', Array.from('ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫαβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ')],
  ['Cyrillic', range(0x400, 0x45f)],
  ['marks of good typesetting', Array.from('–—‘’“”…€™№')],
])('%s is drawn as it is, in both weights', (_name, characters) => {
  // Normalized, because a keyboard or a file may have produced separate accents.
  const changed = characters.filter(
    (character) =>
      printable(character.normalize('NFD'), regular) !== character.normalize('NFC') ||
      printable(character, bold) !== character.normalize('NFC'),
  )
  expect(changed).toEqual([])
})

test.each([
  ['an accent without a composed form', 'ẹ́', 'ẹ́'],
  ['spaces of other widths', 'a\u00a0b\u2009c\td', 'a b c d'],
  ['controls, and characters that turn the text around', 'a\u0007\u202eb\u200bc', 'abc'],
  ['line ends of other systems', 'a\r\nb\rc', 'a\nb\nc'],
  ['Chinese, one box for each character', '東京 Tower', '□□ Tower'],
  ['emoji, which are left out with the space before or after them', '🎉 👩‍👩‍👧 Ann 🇺🇸 Lee1️⃣ 👍🏽', 'Ann Lee'],
  ['emoji between letters and lines', 'Ann🎉Lee\n🎉\n🎉 x', 'AnnLee\n\nx'],
  ['signs that the font has, emoji or not', '© ® ™ №', '© ® ™ №'],
  ['a script that runs the other way, although the font has it', 'שלום', '□□□□'],
  ['scripts that need shaping', 'سلام नी', '□□□□ □'],
  ['a letter with an accent the font lacks', 'a\u20dd', '□'],
])('%s', (_name, text, drawn) => {
  expect(printable(text, regular)).toBe(drawn)
  expect(printable(drawn, regular)).toBe(drawn)
})

test('the requests that have characters no font can draw, each character once', () => {
  const plain = sampleRequest({ firstName: 'Nguyễn', lastName: 'Иванова', company: 'a □ b' })
  const other = sampleRequest({ firstName: '東京', notes: '東 👍🏽' })
  const textOf = ({ firstName, lastName, company, notes }: typeof plain) =>
    [firstName, lastName, company, notes].join('\n')
  expect(unprintableOf([plain, other], textOf, regular)).toEqual([{ request: other, characters: ['東', '京'] }])
})
