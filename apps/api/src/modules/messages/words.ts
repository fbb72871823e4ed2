const volumes: Readonly<Record<string, string>> = {
  'under-1000': 'fewer than 1,000',
  '1000-5000': '1,000 to 4,999',
  '5000-25000': '5,000 to 24,999',
  '25000-100000': '25,000 to 99,999',
  'over-100000': '100,000 or more',
}

/** A volume band in words, for a person to read; what this version does not know stays as it is. */
export const volumeWords = (volume: string): string => volumes[volume] ?? volume
