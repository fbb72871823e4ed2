import { expressionsOf, type Expression } from '@app/mail-piece/merge-fields'
import type { Source } from './source.ts'

/*
 * The HTML parser must not parse text between braces: `{{a ?? "<b>"}}` contains no element. So before parsing, each
 * expression is replaced by characters that mean nothing in HTML: a Unicode noncharacter, its number as two private-use
 * characters, and filler. A placeholder is as long as its expression, so all offsets stay valid.
 */
const opening = '\uFDD0'
const filling = '\uFDD1'
const firstDigit = 0xe000
const base = 0x1900

const placeholders = /\uFDD0([\uE000-\uF8FF])([\uE000-\uF8FF])\uFDD1*/g

const stepsOfExpression = 30

/**
 * The markup with placeholders in place of its expressions, which `splitRuns` finds again. Reports expressions that
 * cannot be hidden. @throws {LimitReached}
 */
export function hideExpressions(source: Source): { markup: string; expressions: Expression[] } {
  const text = source.text.replaceAll(/[\uFDD0\uFDD1]/g, (character, offset: number) => {
    source.report('reserved_character', offset, `U+${character.charCodeAt(0).toString(16).toUpperCase()}`)
    return '\uFFFD'
  })
  const expressions: Expression[] = []
  const markup: string[] = []
  let last = 0
  for (const expression of expressionsOf(text)) {
    const { start, end } = expression
    source.spend(stepsOfExpression)
    // Unclosed double braces are too short for a placeholder, and always wrong.
    if (end - start < 3) {
      const remedy = 'Close the expression with }}. Write {&#123; to print two braces.'
      source.report('unknown_expression', start, text.slice(start, start + 40), { remedy })
      continue
    }
    const number = expressions.push(expression) - 1
    const digits = [Math.floor(number / base), number % base].map((digit) => String.fromCharCode(firstDigit + digit))
    markup.push(text.slice(last, start), opening, ...digits, filling.repeat(end - start - 3))
    last = end
  }
  markup.push(text.slice(last))
  return { markup: markup.join(''), expressions }
}

/** The data of a comment that represents a condition. A template's own comment never starts with the filler. */
export const conditionComment = (placeholder: string): string => filling + placeholder

export const isConditionComment = (data: string): boolean => data.startsWith(filling)

export const hasPlaceholder = (text: string): boolean => text.includes(opening)

/** Removes placeholders that the template wrote as character references. */
export const withoutPlaceholders = (text: string): string => text.replaceAll(placeholders, '')

/** Text and expressions, in order. A placeholder written as a character reference has no expression. */
export function splitRuns(text: string, expressions: readonly Expression[]): (string | Expression)[] {
  if (!hasPlaceholder(text)) return [text]
  const runs: (string | Expression)[] = []
  let last = 0
  for (const { 0: placeholder, 1: high, 2: low, index } of text.matchAll(placeholders)) {
    runs.push(text.slice(last, index))
    const number = digitOf(high) * base + digitOf(low)
    const expression = expressions[number]
    if (expression) runs.push(expression)
    last = index + placeholder.length
  }
  runs.push(text.slice(last))
  return runs.filter((run) => run !== '')
}

const digitOf = (character: string | undefined): number => (character?.charCodeAt(0) ?? 0) - firstDigit
