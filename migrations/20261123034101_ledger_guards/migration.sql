-- An entry that is told again is the same one, also once its day is closed: `on conflict` answers that.
CREATE OR REPLACE FUNCTION ledger_entry_is_open() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(ledger_lock(NEW.client_id));
  IF EXISTS (SELECT FROM ledger_periods p WHERE p.client_id = NEW.client_id AND NEW.day <= p.closed_through)
    AND NOT EXISTS (SELECT FROM ledger_entries e WHERE e.client_id = NEW.client_id AND (e.key = NEW.key OR e.reverses = NEW.reverses)) THEN
    RAISE EXCEPTION 'the books are closed for %', NEW.day USING errcode = 'LG001';
  END IF;
  NEW.made_in := pg_current_xact_id()::text;
  RETURN NEW;
END $$;--> statement-breakpoint
-- A transaction may have its constraints checked before its end and then go on: each side has its entry checked once more.
CREATE FUNCTION ledger_posting_balances() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE sides int; total numeric; foreign_sides int;
BEGIN
  SELECT count(*), coalesce(sum(p.amount), 0), count(*) FILTER (WHERE a.currency <> e.currency) INTO sides, total, foreign_sides
  FROM ledger_entries e JOIN ledger_postings p ON p.client_id = e.client_id AND p.entry_id = e.id
  JOIN ledger_accounts a ON a.client_id = p.client_id AND a.id = p.account_id
  WHERE e.client_id = NEW.client_id AND e.id = NEW.entry_id;
  IF sides < 2 OR total <> 0 OR foreign_sides > 0 THEN
    RAISE EXCEPTION 'an entry does not balance: % sides, %', sides, total USING errcode = 'LG002';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER balances AFTER INSERT ON "ledger_postings" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_posting_balances();--> statement-breakpoint
CREATE FUNCTION ledger_account_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.balance := 0;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER begins BEFORE INSERT ON "ledger_accounts" FOR EACH ROW EXECUTE FUNCTION ledger_account_begins();--> statement-breakpoint
-- Sums for members and their jobs: visitors and people of the portal have no part in them.
CREATE OR REPLACE FUNCTION ledger_totals(p_prefix text) RETURNS TABLE (key text, kind text, name text, currency text, balance bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT a.key, a.kind, a.name, a.currency, a.balance FROM ledger_accounts a
  WHERE a.client_id = current_setting('app.client_id')::uuid AND starts_with(a.key, p_prefix)
    AND coalesce(current_setting('app.person_id', true), '') = ''
    AND coalesce(nullif(current_setting('app.actor', true), ''), '{}')::jsonb ->> 'type' IS DISTINCT FROM 'visitor'
  ORDER BY a.key, a.currency
$$;
