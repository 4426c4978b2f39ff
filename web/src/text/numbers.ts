// Numbers in words: what was not measured is "–", never 0.

import type { Estimate, Metric, Pair } from "../data/contract";

export const none = "–";

const grouped = new Intl.NumberFormat("en-US");

export function count(value: number | null | undefined): string {
  return value == null ? none : grouped.format(value);
}

// "1 trial", "2 trials"
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

// What a rate of 1 is worth: percent, or a score's own range.
export function scale_of(metric: Metric): number {
  return metric === "headline" ? 100 : metric === "published-score" ? 3 : metric === "gen-score" ? 10 : 1;
}

export function is_rate(metric: Metric): boolean {
  return scale_of(metric) === 1;
}

// "62.5 %", never apart at the end of a line; whole where a tenth would be noise.
export function percent(rate: number | null | undefined, digits = 1): string {
  return rate == null ? none : `${(100 * rate).toFixed(digits)}\u00a0%`;
}

export function amount(metric: Metric, value: number | null | undefined): string {
  if (value == null) return none;
  return is_rate(metric) ? percent(value) : value.toFixed(metric === "headline" ? 1 : 2);
}

// "58.1–66.4"
export function span(metric: Metric, interval: Pair): string {
  const times = is_rate(metric) ? 100 : 1;
  const digits = metric === "published-score" || metric === "gen-score" ? 2 : 1;
  return interval.map((end) => (end * times).toFixed(digits)).join("–");
}

// "+2.5": a minus sign, not a hyphen.
export function signed(metric: Metric, value: number | null | undefined): string {
  if (value == null) return none;
  const shown = Math.abs(is_rate(metric) ? 100 * value : value).toFixed(1);
  return Number(shown) === 0 ? "0.0" : `${value < 0 ? "−" : "+"}${shown}`;
}

export function p_value(p: number | null | undefined): string {
  return p == null ? none : p <= 0.001 ? "< .001" : p.toFixed(3).replace(/^0/, "");
}

// For those who listen: "62.5 %, 95 % interval 58.1 to 66.4, from 40 scenarios".
export function told(metric: Metric, estimate: Estimate | null | undefined): string {
  if (!estimate || estimate.value == null) return "not measured";
  return `${amount(metric, estimate.value)}, 95 % interval ${span(metric, estimate.interval).replace("–", " to ")}`;
}

export function duration(ms: number | null | undefined): string {
  if (ms == null) return none;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.round(ms / 60_000);
  if (ms < 3_570_000) return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
  return minutes < 2880 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${(minutes / 1440).toFixed(1)} days`;
}

export function dollars(micro: number | null | undefined): string {
  if (micro == null) return none;
  const value = micro / 1e6;
  return value === 0 ? "$0" : value < 0.00995 ? `$${value.toPrecision(2)}` : `$${value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

export function bytes(size: number | null | undefined): string {
  if (size == null) return none;
  if (size < 1024) return counted(size, "byte");
  return size < 1024 * 1024 ? `${(size / 1024).toFixed(1)} KiB` : `${(size / 1024 / 1024).toFixed(1)} MiB`;
}

// "1.2 M", for what nobody counts one by one.
export function large(value: number | null | undefined): string {
  if (value == null) return none;
  if (value < 10_000) return count(value);
  return value < 1e6 ? `${(value / 1e3).toFixed(1)} k` : `${(value / 1e6).toFixed(1)} M`;
}

// "16 Nov 2026, 04:09 UTC" of an RFC 3339 time.
export function moment(utc: string | null | undefined): string {
  const time = utc ? new Date(utc) : null;
  if (!time || Number.isNaN(time.getTime())) return none;
  const day = time.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return `${day}, ${time.toISOString().slice(11, 16)} UTC`;
}
