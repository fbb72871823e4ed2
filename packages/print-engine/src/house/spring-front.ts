/** Written by `pnpm --filter @app/print-engine house` from the pieces of the site. */
export const springFront = `<!doctype html>
<html lang="en">
<!--
  The page is the piece with its bleed: --trim-width, --trim-height and --bleed are its measures. We draw addresses,
  barcode and postage after the template, so it holds none of them.
-->
<style>
  body {
    --ink: #14213d;
    --paper: #fbf8f3;
    --stamp: #c8401c;
    --teal: #12766b;
    --gold: #b7791f;
    color: var(--ink);
    font-family: 'Instrument Sans';
  }
  .front {
    position: absolute;
    inset: var(--bleed);
    line-height: 1.2;
  }
  .field {
    background-image: linear-gradient(var(--stamp), var(--stamp));
    background-position: 0 96%;
    background-repeat: no-repeat;
    background-size: 100% max(1px, 0.06em);
  }
  .art {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    overflow: visible;
  }
  .frontCopy {
    position: absolute;
    top: 6.5%;
    left: 5%;
    width: 74%;
  }
  .eyebrow {
    font-size: 0.155in;
    font-weight: 600;
    letter-spacing: 0.01em;
  }
  .headline {
    margin-top: 0.1in;
    font-family: 'Bricolage Grotesque';
    font-size: 0.56in;
    font-weight: 700;
    letter-spacing: -0.02em;
    line-height: 1.02;
    text-wrap: balance;
  }
  .offer {
    position: absolute;
    bottom: 6.5%;
    left: 5%;
    width: 42%;
    color: #fff;
    font-family: 'Bricolage Grotesque';
    font-size: 0.25in;
    font-weight: 700;
    line-height: 1.1;
    text-wrap: balance;
  }
  .offer .field {
    background-image: linear-gradient(var(--paper), var(--paper));
  }
  .sky {
    fill: color-mix(in oklab, var(--gold) 22%, var(--paper));
  }
  .sun {
    fill: var(--stamp);
  }
  .farHill {
    fill: color-mix(in oklab, var(--teal) 38%, var(--paper));
  }
  .midHill {
    fill: color-mix(in oklab, var(--teal) 68%, var(--paper));
  }
  .nearHill {
    fill: var(--teal);
  }
  .furrow {
    fill: none;
    stroke: color-mix(in oklab, var(--teal) 72%, var(--ink));
    stroke-width: 5;
  }
  .stem {
    fill: none;
    stroke: var(--ink);
    stroke-linecap: round;
    stroke-width: 4;
  }
  .leafDark {
    fill: color-mix(in oklab, var(--teal) 55%, var(--ink));
  }
  .leafLight {
    fill: color-mix(in oklab, var(--teal) 80%, var(--ink));
  }
  .vein {
    fill: none;
    stroke: color-mix(in oklab, var(--teal) 45%, var(--paper));
    stroke-width: 1.5;
  }
</style>
<body>
  <div class="front">
    <svg class="art" viewBox="0 0 600 425" preserveAspectRatio="xMidYMid slice">
      <rect x="-20" y="-20" width="640" height="465" class="sky" />
      <circle cx="424" cy="196" r="92" class="sun" />
      <path d="M-20 270L0 262C96 226 188 214 300 240S498 270 600 226L620 217V445H-20Z" class="farHill" />
      <path d="M-20 306L0 300C120 262 250 262 372 288S540 300 600 284L620 279V445H-20Z" class="midHill" />
      <path d="M-20 343L0 338C150 300 330 306 600 330L620 332V445H-20Z" class="nearHill" />
      <g class="furrow">
        <path d="M198.8 316Q126 350 -260 425l-103 20" />
        <path d="M215.6 316Q182 350 -120 425l-81 20" />
        <path d="M232.4 316Q238 350 20 425l-58 20" />
        <path d="M249.2 316Q294 350 160 425l-36 20" />
        <path d="M266 316Q350 350 300 425l-13 20" />
        <path d="M282.8 316Q406 350 440 425l9 20" />
        <path d="M299.6 316Q462 350 580 425l31 20" />
        <path d="M316.4 316Q518 350 720 425l54 20" />
      </g>
      <path d="M462 445V425C462 340 486 240 548 140" class="stem" />
      <g transform="translate(470 402) rotate(-150) scale(1.05)">
        <path d="M0 0C8-34 48-54 96-44C88-6 46 20 0 0Z" class="leafDark" />
        <path d="M0 0C30-12 60-26 92-42" class="vein" />
      </g>
      <g transform="translate(468 360) rotate(-12) scale(1)">
        <path d="M0 0C8-34 48-54 96-44C88-6 46 20 0 0Z" class="leafLight" />
        <path d="M0 0C30-12 60-26 92-42" class="vein" />
      </g>
      <g transform="translate(478 322) rotate(-148) scale(0.95)">
        <path d="M0 0C8-34 48-54 96-44C88-6 46 20 0 0Z" class="leafDark" />
        <path d="M0 0C30-12 60-26 92-42" class="vein" />
      </g>
      <g transform="translate(484 282) rotate(-22) scale(0.92)">
        <path d="M0 0C8-34 48-54 96-44C88-6 46 20 0 0Z" class="leafLight" />
        <path d="M0 0C30-12 60-26 92-42" class="vein" />
      </g>
      <g transform="translate(498 246) rotate(-140) scale(0.8)">
        <path d="M0 0C8-34 48-54 96-44C88-6 46 20 0 0Z" class="leafDark" />
        <path d="M0 0C30-12 60-26 92-42" class="vein" />
      </g>
      <g transform="translate(508 214) rotate(-34) scale(0.76)">
        <path d="M0 0C8-34 48-54 96-44C88-6 46 20 0 0Z" class="leafLight" />
        <path d="M0 0C30-12 60-26 92-42" class="vein" />
      </g>
      <g transform="translate(526 184) rotate(-128) scale(0.6)">
        <path d="M0 0C8-34 48-54 96-44C88-6 46 20 0 0Z" class="leafDark" />
        <path d="M0 0C30-12 60-26 92-42" class="vein" />
      </g>
      <g transform="translate(536 164) rotate(-58) scale(0.6)">
        <path d="M0 0C8-34 48-54 96-44C88-6 46 20 0 0Z" class="leafLight" />
        <path d="M0 0C30-12 60-26 92-42" class="vein" />
      </g>
    </svg>
    <div class="frontCopy">
      <div class="eyebrow">Zone <span class="field">{{zone}}</span> planting guide</div>
      <div class="headline"><span class="field">{{city}}</span> is turning green, <span class="field">{{first_name}}</span>.</div>
    </div>
    <div class="offer"><span class="field">{{offer}}</span> off your first planting plan</div>
  </div>
</body>
</html>
`
