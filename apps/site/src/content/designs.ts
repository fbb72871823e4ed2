import type { FrontDesign } from '@app/mail-piece'

/** Fronts of typical postcards, one for each stage of the customer journey on the home page. */
export const stageDesigns = {
  acquisition: {
    art: 'house',
    eyebrow: 'New on your street?',
    headline: 'Welcome to {{city}}, {{first_name}}.',
    offer: '{{offer}} off your first visit',
  },
  nurture: {
    art: 'road',
    eyebrow: 'Still comparing?',
    headline: 'Your test drive, {{first_name}}.',
    offer: 'Book it with one scan',
  },
  retargeting: {
    art: 'chair',
    eyebrow: 'Saved for you until Sunday',
    headline: 'Still in your cart, {{first_name}}.',
    offer: '{{offer}} off if you scan this card',
  },
  retention: {
    art: 'garden',
    eyebrow: 'Your second spring with us',
    headline: 'Time to plant again, {{first_name}}.',
    offer: 'You have a {{offer}} credit',
  },
} as const satisfies Record<string, FrontDesign>

/** A lender's campaign, with one design per audience. */
export const lenderDesigns = {
  veterans: {
    art: 'flag',
    eyebrow: 'VA loans in {{city}}',
    headline: 'You served, {{first_name}}. Now own.',
    offer: 'See what you qualify for',
  },
  homeEquity: {
    art: 'house',
    eyebrow: 'Home values in {{city}}',
    headline: 'Your house has grown, {{first_name}}.',
    offer: 'See what it could pay for',
  },
  renters: {
    art: 'flats',
    eyebrow: 'Renting in {{city}}?',
    headline: 'Rent or own, {{first_name}}?',
    offer: 'Compare the two',
  },
  reverse: {
    art: 'porch',
    eyebrow: 'For owners past 62',
    headline: 'Stay home, {{first_name}}.',
    offer: 'Let the house pay you',
  },
} as const satisfies Record<string, FrontDesign>
