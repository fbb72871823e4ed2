/** The first match wins: most browsers also name the ones that they imitate. */
const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

type Names = readonly (readonly [RegExp, string])[]
const nameIn = (text: string, names: Names) => names.find(([pattern]) => pattern.test(text))?.[1]

/** Longer than any real user agent. The rest is ignored. */
const longest = 500

/** The browser and system of a user agent in plain words. Null when neither is recognized. */
export function browserWords(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, longest)
  const browser = nameIn(text, browsers)
  const system = nameIn(text, systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A browser on ${system}` : null)
}
