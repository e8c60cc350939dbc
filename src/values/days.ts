/** Days and times of ISO text as seconds on one line, and back: a pure room has no clock. After Howard Hinnant's days_from_civil. */

const DAY = 86_400;

/** @param iso as `dateIn` writes it: a day, perhaps with its time */
export function secondsOf(iso: string): number {
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0'] =
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d))?/.exec(iso) ?? [];
  const m = Number(month);
  const y = Number(year) - (m <= 2 ? 1 : 0);
  const era = Math.floor(y / 400);
  const ofEra = y - era * 400;
  const ofYear = Math.floor((153 * (m + (m > 2 ? -3 : 9)) + 2) / 5) + Number(day) - 1;
  const days = era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear;
  return (days - 719_468) * DAY + Number(hour) * 3_600 + Number(minute) * 60 + Number(second);
}

/** A day, with its time where it is not midnight. */
export function isoOf(seconds: number): string {
  const whole = Math.floor(seconds);
  const days = Math.floor(whole / DAY) + 719_468;
  const time = whole - Math.floor(whole / DAY) * DAY;
  const era = Math.floor(days / 146_097);
  const ofEra = days - era * 146_097;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const m = Math.floor((5 * ofYear + 2) / 153);
  const month = m < 10 ? m + 3 : m - 9;
  const two = (n: number) => String(n).padStart(2, '0');
  const written = String(year + era * 400 + (month <= 2 ? 1 : 0)).padStart(4, '0');
  const day = `${written}-${two(month)}-${two(ofYear - Math.floor((153 * m + 2) / 5) + 1)}`;
  if (time === 0) return day;
  return `${day}T${two(Math.floor(time / 3600))}:${two(Math.floor(time / 60) % 60)}:${two(time % 60)}`;
}
