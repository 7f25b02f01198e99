ALTER TABLE "gifts" ADD COLUMN "booked" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "booked" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "booked_fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "booked_dispute_fee" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "postings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "facts_at" timestamp with time zone;--> statement-breakpoint
update payments set
  booked = case when state = 'succeeded' and coalesce(dispute, 'won') = 'won' then greatest(0, amount - refunded) else 0 end,
  booked_fee = coalesce(fee, 0), booked_dispute_fee = dispute_fee, postings = 1
where paid_at is not null and state in ('succeeded', 'failed');--> statement-breakpoint
update gifts set booked = case when status in ('succeeded', 'partially_refunded', 'refunded') then total - refunded else 0 end
where payment_id is not null and entry_id is not null;
